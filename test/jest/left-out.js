/** A reporter of Jest that says at the end of all unit tests what they leave out. */
export default class {
  constructor({ nonFlagArgs, testNamePattern }) {
    this.isWhole = !nonFlagArgs.length && !testNamePattern;
  }

  onRunComplete() {
    if (!this.isWhole) return;
    const similar = process.env.TESTS === 'all' ? [] : ['similar inputs (TESTS=all npm test)'];
    const others = [
      'pages in Chromium (npm run test:browser)',
      "nodes in n8n's engine (npm run check -- n8n)",
    ];
    console.error(`Left out: ${[...similar, ...others].join(', ')}.`);
  }
}
