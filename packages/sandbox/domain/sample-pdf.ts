/** Makes a PDF with one page of text for samples. */

const escaped = (text: string) => text.replace(/[\\()]/g, (sign) => `\\${sign}`);

/** One page with these lines. The first is the heading; letters are Western European. */
export function samplePdf([heading = '', ...lines]: string[]): Buffer {
  const text = [
    `BT /F1 20 Tf 60 760 Td (${escaped(heading)}) Tj ET`,
    ...lines.map(
      (line, index) => `BT /F1 12 Tf 60 ${720 - index * 20} Td (${escaped(line)}) Tj ET`,
    ),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // One byte per letter keeps the offsets right.
  return Buffer.from(file + end, 'latin1');
}
