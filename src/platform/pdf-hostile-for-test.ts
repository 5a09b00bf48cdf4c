import { deflateSync } from 'node:zlib'
import { type Bodies, classicPdf, entry, objectStream, onePage, packedPdf, PdfBytes, updatePdf } from './pdf-for-test.ts'
import type { PdfFault } from './pdf-syntax.ts'

export type HostilePdf = readonly [name: string, fault: PdfFault, file: () => Buffer]

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'
const LINK = '/Type /Annot /Rect [0 0 9 9]'

const withCatalog = (catalog: string, more: Bodies = {}) => classicPdf(onePage({ catalog, more }))
const withAnnotation = (keys: string, more: Bodies = {}) =>
	classicPdf(onePage({ page: '/Annots [9 0 R]', more: { 9: `<< ${LINK} ${keys} >>`, ...more } }))
const withAction = (action: string) => withAnnotation(`/Subtype /Link /A << ${action} >>`)

/** Files that act, or carry other files. */
export const activePdfs: readonly HostilePdf[] = (
	[
		['a script on opening', () => withCatalog(`/OpenAction ${SCRIPT}`)],
		['a script on opening by reference', () => withCatalog('/OpenAction 9 0 R', { 9: SCRIPT })],
		['a program on opening', () => withCatalog('/OpenAction << /S /Launch /F (calc.exe) >>')],
		['a web page on opening', () => withCatalog('/OpenAction << /S /URI /URI (https://example.com) >>')],
		['printing on opening', () => withCatalog('/OpenAction << /S /Named /N /Print >>')],
		['an action of unknown type on opening', () => withCatalog('/OpenAction << /D [3 0 R /Fit] >>')],
		[
			'a second action after opening at a place',
			() => withCatalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (x) >> >>'),
		],
		['an action on opening whose key is escaped', () => withCatalog('/#4fpenAct#69on << /S /URI /URI (x) >>')],
		['an action on opening whose type is another object', () => withCatalog('/OpenAction << /S 9 0 R >>', { 9: '/Hide' })],
		['additional actions of the catalog', () => withCatalog('/AA << /WC << /S /URI /URI (x) >> >>')],
		['additional actions of a page', () => classicPdf(onePage({ page: '/AA << /O << /S /URI /URI (x) >> >>' }))],
		['additional actions of an annotation', () => withAnnotation('/Subtype /Widget /AA << /E << /S /Named >> >>')],
		['additional actions with an escaped key', () => withCatalog('/#41#41 << >>')],
		['scripts in the name tree', () => withCatalog('/Names << /JavaScript << /Names [(a) 9 0 R] >> >>', { 9: '<< >>' })],
		['a script whose type is escaped', () => withAction('/S /#4A#61#76aScript')],
		['a script whose key is escaped', () => withAction('/S /URI /J#53 (app.alert(1))')],
		['a script whose key is escaped in lower case', () => withAction('/S /URI /#4a#53 (app.alert(1))')],
		['a script whose type is another object', () => withAnnotation('/Subtype /Link /A << /S 8 0 R >>', { 8: '/JavaScript' })],
		['a script behind a comment', () => withAction('/S%harmless\n/JavaScript')],
		['a script between zero bytes and form feeds', () => withAction('/S\0\f/JavaScript\0')],
		['a script without white space', () => withCatalog('/Names<</JavaScript<<>>>>')],
		['a script in an object that nothing uses', () => withCatalog('', { 9: SCRIPT })],
		['a script deep inside arrays', () => withCatalog(`/PieceInfo ${'['.repeat(40)}${SCRIPT}${']'.repeat(40)}`)],
		['a script in a stream of objects', () => packedPdf(onePage({ more: { 9: SCRIPT } }))],
		['an escaped script in a stream of objects', () => packedPdf(onePage({ more: { 9: '<< /S /#4aavaScript >>' } }))],
		['a script in a stream of objects with a predictor', () => packedPdf(onePage({ more: { 9: SCRIPT } }), { predictor: true })],
		[
			'a script in a stream of objects that no entry names',
			() => packedPdf(onePage({ more: { 9: SCRIPT } }), { change: { 9: [0, 0, 0] } }),
		],
		[
			'a script that an update brings',
			() => updatePdf(classicPdf(onePage()), { 1: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${SCRIPT} >>` }),
		],
		['a script that an update takes back', () => updatePdf(withCatalog('', { 9: SCRIPT }), { 9: '<< >>' })],
		['a script in the dictionary of a stream', () => withCatalog('', { 9: { keys: `/A ${SCRIPT}`, data: '' } })],
		['a script in the trailer', () => classicPdf(onePage(), `/Root 1 0 R /Private ${SCRIPT}`)],
		['a program to be started', () => withAction('/S /Launch /Win << /F (cmd.exe) /P (/c calc) >>')],
		['another file to be opened', () => withAction('/S /GoToR /F (//example.com/share) /D [0 /Fit]')],
		['an embedded file to be opened', () => withAction('/S /GoToE /T << /R /C >>')],
		['data to be imported', () => withAction('/S /ImportData /F (x.fdf)')],
		['a form to be sent', () => withAction('/S /SubmitForm /F (https://example.com)')],
		['a form to be sent, escaped', () => withAction('/S /Submit#46orm')],
		['rich media', () => withAnnotation('/Subtype /RichMedia')],
		['rich media to be run', () => withAction('/S /RichMediaExecute')],
		['a film', () => withAnnotation('/Subtype /Movie /Movie << /F (x.avi) >>')],
		['a sound', () => withAction('/S /Sound /Sound 9 0 R')],
		['a rendition', () => withAction('/S /Rendition /OP 0')],
		['a view of a model', () => withAction('/S /GoTo3DView')],
		['a model', () => withAnnotation('/Subtype /3D /3DD 8 0 R', { 8: { keys: '/Type /3D', data: '' } })],
		['embedded files in the name tree', () => withCatalog('/Names << /EmbeddedFiles << /Names [] >> >>')],
		['an embedded file', () => withCatalog('', { 9: { keys: '/Type /EmbeddedFile', data: 'MZ' } })],
		['the specification of an embedded file', () => withCatalog('', { 9: '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>' })],
		['an attached file', () => withAnnotation('/Subtype /FileAttachment')],
		['a form in XML', () => withCatalog('/AcroForm << /XFA 4 0 R /Fields [] >>')],
		['a stream that lies in another file', () => withCatalog('', { 9: { keys: '/F (//example.com/share)', data: '' } })],
	] as const
).map(([name, file]) => [name, 'active', file] as const)

/** Files that need a password. */
export const lockedPdfs: readonly HostilePdf[] = (
	[
		['a trailer with encryption', () => classicPdf(onePage(), '/Root 1 0 R /Encrypt << /Filter /Standard >>')],
		['a trailer with encryption, escaped', () => classicPdf(onePage(), '/Root 1 0 R /#45ncrypt << /Filter /Standard >>')],
		['cross-references with encryption', () => packedPdf(onePage(), { keys: '/Root 1 0 R /Encrypt << /Filter /Standard >>' })],
		['encryption in an older trailer only', () => updatePdf(classicPdf(onePage(), '/Root 1 0 R /Encrypt << >>'), { 9: 'null' })],
	] as const
).map(([name, file]) => [name, 'locked', file] as const)

const base = () => new PdfBytes().objects(onePage())

/** Files in which two readers find two documents. */
export const ambiguousPdfs: readonly HostilePdf[] = (
	[
		[
			'an object that stands there twice',
			() => {
				const pdf = base().object(1, '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>')
				return pdf.table(pdf.offsets.keys(), '/Root 1 0 R').bytes()
			},
		],
		[
			'an object that stands there twice, the table leading to the first',
			() => {
				const pdf = base()
				const first = pdf.offsets.get(1) ?? 0
				pdf.object(1, '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>').offsets.set(1, first)
				return pdf.table(pdf.offsets.keys(), '/Root 1 0 R').bytes()
			},
		],
		['an object that no table lists', () => base().object(9, '<< >>').table([1, 2, 3, 4], '/Root 1 0 R').bytes()],
		[
			'a table that leads beside its object',
			() => {
				const pdf = base()
				pdf.offsets.set(2, (pdf.offsets.get(2) ?? 0) + 2)
				return pdf.table(pdf.offsets.keys(), '/Root 1 0 R').bytes()
			},
		],
		[
			'a table that leads to another object',
			() => {
				const pdf = base()
				pdf.offsets.set(2, pdf.offsets.get(3) ?? 0)
				return pdf.table(pdf.offsets.keys(), '/Root 1 0 R').bytes()
			},
		],
		[
			'an object of another generation',
			() => {
				const pdf = base().object(9, '<< >>', 3)
				return pdf.table(pdf.offsets.keys(), '/Root 1 0 R').bytes()
			},
		],
		[
			'an object that stands in a table twice',
			() => {
				const pdf = base()
				return pdf.table([1, 2, 3, 4, 4], '/Root 1 0 R').bytes()
			},
		],
		[
			'trailers that name different documents',
			() => updatePdf(classicPdf(onePage()), { 9: '<< /Type /Catalog /Pages 2 0 R >>' }, '/Root 9 0 R'),
		],
		['trailers that name different generations', () => updatePdf(classicPdf(onePage()), { 9: 'null' }, '/Root 1 1 R')],
		[
			'a table that the chain leaves out',
			() => {
				const pdf = new PdfBytes(classicPdf(onePage())).object(9, '<< >>')
				return pdf.table([9], '/Root 1 0 R').bytes()
			},
		],
		[
			'an end that leads to the older table',
			() => {
				const old = classicPdf(onePage())
				const start = Number(/startxref\s+(\d+)/.exec(old.toString('latin1'))?.[1])
				const pdf = new PdfBytes(old).object(1, '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>')
				return pdf.table([1], `/Root 1 0 R /Prev ${start}`, start).bytes()
			},
		],
		['an end that leads nowhere', () => base().table([1, 2, 3, 4], '/Root 1 0 R', 7).bytes()],
		['an end that leads beyond the file', () => base().table([1, 2, 3, 4], '/Root 1 0 R', 99_999_999).bytes()],
		[
			'tables that lead in a circle',
			() => {
				const pdf = base()
				return pdf.table([1, 2, 3, 4], `/Root 1 0 R /Prev ${pdf.length}`).bytes()
			},
		],
		['an older table whose place is no number', () => base().table([1, 2, 3, 4], '/Root 1 0 R /Prev 9 0 R').bytes()],
		[
			'a hidden stream of cross-references that is none',
			() => {
				const pdf = base()
				return pdf.table([1, 2, 3, 4], `/Root 1 0 R /XRefStm ${pdf.offsets.get(4) ?? 0}`).bytes()
			},
		],
		['a key that stands in a dictionary twice', () => withAction('/S /GoTo /D [3 0 R /Fit] /S /URI')],
		['a key that stands in a dictionary twice, once escaped', () => withAction('/S /GoTo /#53 /URI')],
		['a name that a zero byte cuts', () => withAction('/S /URI#00x')],
		[
			'a stream that is longer than it says',
			() => classicPdf(onePage({ more: { 9: { keys: '', data: 'aaaa endstream endobj', length: '4' } } })),
		],
		['a stream that is shorter than it says', () => classicPdf(onePage({ more: { 9: { keys: '', data: 'aaaa', length: '400' } } }))],
		['a stream whose length, given elsewhere, is wrong', () => withCatalog('', { 8: { keys: '', data: 'aaaa', length: '9 0 R' }, 9: '3' })],
		['a stream whose length is nowhere', () => withCatalog('', { 8: { keys: '', data: 'aaaa', length: '19 0 R' } })],
		[
			'an object twice in a stream of objects',
			() => packedPdf(onePage(), { stream: (plain) => objectStream([...plain, [1, '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>']]) }),
		],
		['an entry that leads to another object of the stream', () => packedPdf(onePage(), { change: { 1: [2, 20, 1] } })],
		['an entry that leads to a stream of something else', () => packedPdf(onePage(), { change: { 1: [2, 4, 0] } })],
		['an entry that leads beyond the stream', () => packedPdf(onePage(), { change: { 1: [2, 20, 900] } })],
		['cross-references that leave an object out', () => packedPdf(onePage(), { change: { 4: [0, 0, 0] } })],
	] as const
).map(([name, file]) => [name, 'ambiguous', file] as const)

const bomb = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })
const plain = () => classicPdf(onePage())
const behind = (text: string) => Buffer.concat([plain(), Buffer.from(text, 'latin1')])
const withObject = (body: string) => withCatalog('', { 9: body })

/** Files that are damaged, something else besides, or made to exhaust memory. */
export const brokenPdfs: readonly HostilePdf[] = (
	[
		['nothing but a header', () => Buffer.from('%PDF-1.7\n%%EOF\n')],
		['a version that there is not', () => Buffer.concat([Buffer.from('%PDF-9.9\n'), plain().subarray(9)])],
		['half a file', () => plain().subarray(0, 200)],
		['a file without its end', () => plain().subarray(0, -6)],
		['no table, which readers would make up', () => base().add('trailer\n<< /Root 1 0 R >>\n%%EOF\n').bytes()],
		['a web page behind the end', () => behind('<html><script>alert(1)</script></html>')],
		['an archive behind the end', () => behind('PK\u0003\u0004 and a whole archive')],
		['a comment behind the end', () => behind('% <html>\n')],
		[
			'a web page in the end',
			() =>
				Buffer.from(
					plain()
						.toString('latin1')
						.replace(/%%EOF\n$/, '%%EOF<html>\n'),
					'latin1',
				),
		],
		['a web page between the objects', () => base().add('<html></html>\n').table([1, 2, 3, 4], '/Root 1 0 R').bytes()],
		['an archive between the objects', () => base().add('PK\u0003\u0004\n').table([1, 2, 3, 4], '/Root 1 0 R').bytes()],
		[
			'a web page in a comment',
			() =>
				base()
					.add(`%${'<p>'.repeat(300)}\n`)
					.table([1, 2, 3, 4], '/Root 1 0 R')
					.bytes(),
		],
		['arrays inside arrays without end', () => withObject('['.repeat(200_000))],
		['dictionaries inside dictionaries', () => withObject(`${'<< /A '.repeat(5_000)}null${' >>'.repeat(5_000)}`)],
		['a million values', () => withObject(`[${'0 '.repeat(1_100_000)}]`)],
		['a string without end', () => withObject('(a')],
		['a string with an escaped end', () => withObject('(a\\)')],
		['a string that is not hexadecimal', () => withObject('<zz>')],
		['a word that is no value', () => withObject('[ execute ]')],
		['a key that is no name', () => withObject('<< (S) /A >>')],
		['a stream after a lone carriage return', () => Buffer.from(plain().toString('latin1').replace('stream\n', 'stream\r'), 'latin1')],
		['a table of a thousand million entries', () => base().add('xref\n0 1000000000\n').table([1], '/Root 1 0 R').bytes()],
		[
			'an entry that is neither used nor free',
			() =>
				base()
					.add(`xref\n1 1\n${entry(15).replace('n', 'x')}trailer\n<< /Root 1 0 R >>\nstartxref\n15\n%%EOF\n`)
					.bytes(),
		],
		['a root that is no catalog', () => classicPdf(onePage(), '/Root 2 0 R')],
		['a root that is not there', () => classicPdf(onePage(), '/Root 50 0 R')],
		['no root', () => classicPdf(onePage(), '')],
		['references that lead in a circle', () => classicPdf({ ...onePage(), 8: '9 0 R', 9: '8 0 R' }, '/Root 8 0 R')],
		[
			'a stream of objects that unpacks to 200 MB',
			() =>
				packedPdf(onePage(), { stream: () => ({ keys: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', data: bomb(200 * 1_048_576) }) }),
		],
		[
			'cross-references that unpack to 200 MB',
			() => {
				const pdf = base()
				const start = pdf.length
				return pdf
					.object(21, { keys: '/Type /XRef /Size 99 /W [1 3 2] /Root 1 0 R /Filter /FlateDecode', data: bomb(200 * 1_048_576) })
					.add(`startxref\n${start}\n%%EOF\n`)
					.bytes()
			},
		],
		[
			'cross-references that end early',
			() => {
				const pdf = base()
				const start = pdf.length
				return pdf
					.object(21, { keys: '/Type /XRef /Size 900000000 /W [1 3 2] /Root 1 0 R', data: '' })
					.add(`startxref\n${start}\n%%EOF\n`)
					.bytes()
			},
		],
		[
			'cross-references of no width',
			() => {
				const pdf = base()
				const start = pdf.length
				return pdf
					.object(21, { keys: '/Type /XRef /Size 900000000 /W [0 0 0] /Root 1 0 R', data: '' })
					.add(`startxref\n${start}\n%%EOF\n`)
					.bytes()
			},
		],
		[
			'a stream of objects with an unusual filter',
			() => packedPdf(onePage(), { stream: () => ({ keys: '/Type /ObjStm /N 1 /First 5 /Filter /LZWDecode', data: 'x' }) }),
		],
		[
			'a stream of objects packed twice',
			() =>
				packedPdf(onePage(), { stream: () => ({ keys: '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /FlateDecode]', data: 'x' }) }),
		],
		[
			'a stream of objects with an odd predictor',
			() => packedPdf(onePage(), { stream: (all) => objectStream(all, '/DecodeParms << /Predictor 15 /Columns 1000000000 >>') }),
		],
		[
			'a stream of a thousand million objects',
			() => packedPdf(onePage(), { stream: () => ({ keys: '/Type /ObjStm /N 1000000000 /First 5', data: '1 0 null' }) }),
		],
	] as const
).map(([name, file]) => [name, 'broken', file] as const)
