import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AlignmentType, Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import writeExcelFile from 'write-excel-file/node'
import type { z } from 'zod'
import { listContent, readYaml } from '../seed/content-files.ts'
import { runScript } from './run-script.ts'
import { type rowSchema, type Template, templateSchema } from './template-schema.ts'
import { drawTemplate } from './templates-pdf.ts'
import { templatePicture } from './templates-picture.ts'

/**
 * `npm run templates`: writes the files that tools of the kind `template` promise from content/templates to public/templates, each
 * also as a PDF to print and as a picture of what is in it (`npm run templates -- pictures` writes these alone), where they are served as they are. They are committed, so that a site needs neither library; `templates.test.ts` fails
 * when a source has changed since.
 */

export const TEMPLATES = path.resolve(import.meta.dirname, '../public/templates')
/** SHA-256 of the source of each file, as of the last run. */
export const BUILT = path.resolve(import.meta.dirname, '../content/templates/built.json')

/** The templates by the slugs of their tools. */
export const readTemplates = (): Map<string, Template> =>
	new Map(listContent('templates', '.yaml').map((slug) => [slug, readYaml(`templates/${slug}.yaml`, templateSchema)]))

export const sourceHash = async (slug: string): Promise<string> =>
	createHash('sha256')
		.update(await readFile(path.resolve(import.meta.dirname, `../content/templates/${slug}.yaml`)))
		.digest('hex')

type Sheet = Extract<Template, { format: 'xlsx' }>['sheets'][number]

/** Rows above the first row of a table: guide, who must check, headings. */
const ABOVE = 3

const letter = (column: number) => String.fromCodePoint(64 + column)

function sheetOf({ name, guide, columns, rows, blanks }: Sheet, check: string) {
	const border = { borderStyle: 'thin' as const, borderColor: '#9aa5a8' }
	const head = columns.map((value) => ({ value, fontWeight: 'bold' as const, backgroundColor: '#e4f1f3', wrap: true, ...border }))
	const cellsOf = (row: z.infer<typeof rowSchema>) =>
		columns.map((_, index) => {
			const column = index + 1
			if (Array.isArray(row)) {
				const value = row[index]
				return {
					...border,
					wrap: true,
					alignVertical: 'top' as const,
					...(value === undefined || value === '' ? { value: '' } : { value }),
				}
			}
			if (index === 0) return { ...border, value: row.label }
			if (column < row.from) return { ...border, value: '' }
			const formula = `=${row.each.replaceAll('{c}', letter(column)).replaceAll('{p}', letter(column - 1))}`
			return { ...border, type: 'Formula' as const, value: formula, backgroundColor: '#fdf2e0', format: '#,##0' }
		})
	const wide = (value: string, more: object) => [{ value, columnSpan: Math.min(columns.length, 8), wrap: true, ...more }]
	return {
		sheet: name,
		data: [
			wide(guide ?? name, { height: 32 }),
			wide(`ご注意：${check}`, { height: 32, textColor: '#8a4b00' }),
			head,
			...rows.map(cellsOf),
			...Array.from({ length: blanks }, () => cellsOf([])),
		],
		columns: columns.map((column, index) => ({
			width: index === 0 ? 20 : Math.max(12, Math.min(columns.length <= 5 ? 36 : 24, column.length * 2.4)),
		})),
		stickyRowsCount: ABOVE,
		orientation: 'landscape' as const,
	}
}

const text = (value: string, more: object = {}) => new TextRun({ text: value, font: 'Yu Gothic', size: 21, ...more })

function documentOf({ title, check, paragraphs, articles, closing }: Extract<Template, { format: 'docx' }>): Document {
	const plain = (value: string) => new Paragraph({ spacing: { after: 120 }, children: [text(value)] })
	return new Document({
		title,
		sections: [
			{
				children: [
					new Paragraph({
						heading: HeadingLevel.TITLE,
						alignment: AlignmentType.CENTER,
						spacing: { after: 240 },
						children: [text(title, { bold: true, size: 32 })],
					}),
					new Paragraph({ spacing: { after: 240 }, children: [text(`ご注意（使う前に消してください）：${check}`, { color: '8A4B00' })] }),
					...paragraphs.map(plain),
					...articles.flatMap((article) => [
						new Paragraph({
							heading: HeadingLevel.HEADING_2,
							spacing: { before: 200, after: 80 },
							children: [text(article.title, { bold: true })],
						}),
						...article.text.map((value, index) => plain(article.text.length > 1 ? `${index + 1}　${value}` : value)),
					]),
					...closing.map(plain),
				],
			},
		],
	})
}

async function build(): Promise<void> {
	await mkdir(TEMPLATES, { recursive: true })
	for (const [slug, template] of readTemplates()) await writeFile(path.join(TEMPLATES, `${slug}.svg`), templatePicture(template))
	if (process.argv.includes('pictures')) return
	const built: Record<string, string> = {}
	for (const [slug, template] of readTemplates()) {
		const file = path.join(TEMPLATES, `${slug}.${template.format}`)
		if (template.format === 'xlsx') await writeExcelFile(template.sheets.map((sheet) => sheetOf(sheet, template.check))).toFile(file)
		else await writeFile(file, await Packer.toBuffer(documentOf(template)))
		await writeFile(path.join(TEMPLATES, `${slug}.pdf`), await drawTemplate(template))
		built[slug] = await sourceHash(slug)
	}
	await writeFile(BUILT, `${JSON.stringify(built, null, '\t')}\n`)
}

if (import.meta.main) await runScript(build)
