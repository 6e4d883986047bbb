/** Ways of the specification by which a client reaches a decision, as people go through them. */
import { aPdf, at, follow, newCase, newLink, open, press, setUp, shown, suite } from './support.ts';

/** The client fills in the portal from its first page to the last. */
async function submit(link: string) {
  const { page } = at;
  await page.goto(`${link}?step=details`);
  await page.getByLabel('Name or number').fill('lumen');
  await page.keyboard.press('Enter');
  await press('Choose: Lumen Studio SAS');
  await press('Continue');
  await follow('Add a person');
  await page.getByLabel('First name').fill('Inés');
  await page.getByLabel('Last name').fill('Ferrer');
  await page.getByLabel('Director').check();
  await press('Save');
  await press('Continue');
  await page.getByLabel('Choose files').setInputFiles([aPdf()]);
  await page.getByText('certificate.pdf', { exact: true }).waitFor();
  await follow('Continue');
  await page.getByLabel('What is shown here').check();
  await press('Submit');
}

suite('the ways to a decision', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('redirection: the client lands on the page of the app', async () => {
    const page = await open();
    const id = newCase();
    await submit(newLink(id));
    await page.waitForURL(at.thanks);
    expect(shown(id)).toMatchObject({ is_draft: false, status_review: 'in_review' });
  });
});
