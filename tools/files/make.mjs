/**
 * Makes a small file of each format into the folder of the arguments: `npm run check -- tools` runs
 * this, with tsx, because elheif imports a file without its ending. A file has the name of its
 * library, and the ending of its format.
 */
import { Document, Packer, Paragraph } from 'docx';
import { ensureInitialized, jsEncodeImage } from 'elheif';
import exceljs from 'exceljs';
import { jxl } from 'icodec/node';
import forge from 'node-forge';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { utils, write } from 'xlsx';

const [folder] = process.argv.slice(2);
const save = (name, content) => writeFileSync(join(folder, name), content);

const document = await PDFDocument.create();
document.addPage().drawText('Passport');
const pdf = Buffer.from(await document.save());
save('pdf-lib.pdf', pdf);
save('pdf-lib-for-a-printer.pdf', Buffer.concat([Buffer.from('\x1b%-12345X@PJL\r\n'), pdf]));

const size = 64;
const pixels = Buffer.alloc(size * size * 4, 200);
const picture = sharp(pixels, { raw: { width: size, height: size, channels: 4 } });
for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'])
  save(`sharp.${format}`, await picture.toFormat(format).toBuffer());
save('sharp-big.tif', await picture.tiff({ bigtiff: true }).toBuffer());
await ensureInitialized();
save('elheif.heic', jsEncodeImage(pixels, size, size).data);
await jxl.loadEncoder();
const data = new Uint8ClampedArray(pixels);
save('icodec.jxl', jxl.encode({ data, width: size, height: size, depth: 8 }));

const sections = [{ children: [new Paragraph('Articles of association')] }];
save('docx.docx', await Packer.toBuffer(new Document({ sections })));
const workbook = new exceljs.Workbook();
workbook.addWorksheet('Owners').addRow(['Ana Ferrer', 60]);
save('exceljs.xlsx', Buffer.from(await workbook.xlsx.writeBuffer()));
const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet([['Ana Ferrer', 60]]), 'Owners');
/** Name -> the library's name of the format. An .xls is of Excel 97, 95, or XML. */
const books = {
  'xlsx.xlsx': 'xlsx',
  'xlsx.xlsm': 'xlsm',
  'xlsx.xlsb': 'xlsb',
  'xlsx.ods': 'ods',
  'xlsx-97.xls': 'biff8',
  'xlsx-95.xls': 'biff5',
  'xlsx-xml.xls': 'xlml',
  'xlsx.rtf': 'rtf',
  'xlsx.csv': 'csv',
};
for (const [name, bookType] of Object.entries(books))
  save(name, write(book, { bookType, type: 'buffer' }));

const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048);
const certificate = forge.pki.createCertificate();
Object.assign(certificate, { publicKey, serialNumber: '01' });
certificate.setSubject([{ name: 'commonName', value: 'Ana Ferrer' }]);
certificate.setIssuer(certificate.subject.attributes);
certificate.sign(privateKey, forge.md.sha256.create());
const signed = forge.pkcs7.createSignedData();
signed.content = forge.util.createBuffer(pdf.toString('latin1'));
signed.addCertificate(certificate);
const digestAlgorithm = forge.pki.oids.sha256;
signed.addSigner({ key: privateKey, certificate, digestAlgorithm });
signed.sign();
const der = Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'latin1');
save('node-forge.p7m', der);
save('node-forge-pem.p7m', forge.pkcs7.messageToPem(signed));
save('node-forge-base64.p7m', der.toString('base64'));
