import { z } from 'zod'

/** A row of cells, or a formula for every column: `{c}` is the column, `{p}` the one before it. */
export const rowSchema = z.union([
	z.array(z.union([z.string(), z.number()])),
	z.strictObject({ label: z.string(), each: z.string(), from: z.int().default(2) }),
])

/** The source of a template (content/templates). */
export const templateSchema = z.discriminatedUnion('format', [
	z.strictObject({
		format: z.literal('xlsx'),
		/** Who must look over what is filled in. */
		check: z.string().min(20),
		sheets: z.array(
			z.strictObject({
				name: z.string().max(31),
				guide: z.string().optional(),
				columns: z.array(z.string()).min(2),
				rows: z.array(rowSchema).default([]),
				/** Empty rows to fill in. */
				blanks: z.int().default(0),
			}),
		),
	}),
	z.strictObject({
		format: z.literal('docx'),
		check: z.string().min(20),
		title: z.string(),
		paragraphs: z.array(z.string()),
		articles: z.array(z.strictObject({ title: z.string(), text: z.array(z.string()).min(1) })),
		closing: z.array(z.string()),
	}),
])
export type Template = z.infer<typeof templateSchema>
