import { z } from 'zod'
import { cellNumber, isoDate } from '../content-files.ts'

const sourceSchema = z.strictObject({ title: z.string().min(1), url: z.url({ protocol: /^https$/ }) })

const editionSchema = z.strictObject({
	value: z.string().min(1),
	/** Other ways in which texts write the value. */
	aliases: z.array(z.string().min(1)).default([]),
	/** What calculations use, by name: yen, percent (`amount`) or shares of one. */
	numbers: z.record(z.string().regex(/^[a-z][A-Za-z0-9]*$/), z.number()).default({}),
	from: isoDate,
	/** The last day; null until a law sets an end. */
	until: isoDate.nullable(),
	/** The day from which a new value is expected, where this one stays in force until the new one is set. */
	renewal: isoDate.nullable().default(null),
	/** When somebody last entered or looked through it. */
	checkedOn: isoDate,
	/** When somebody compared it with the text of its source; null until then. */
	comparedOn: isoDate.nullable().default(null),
	/** For staff: conditions, and where the value is from. */
	note: z.string().nullable().default(null),
	/** For everybody, without a full stop: what the value rests on, and with what it was not compared yet. */
	pending: z.string().endsWith('未照合').nullable().default(null),
})

/** A file of content/facts: facts of one topic by their keys. */
export const factFileSchema = z.strictObject({
	topic: z.string().min(1),
	/** The day by which whatever nobody has compared with its source yet is to be compared. */
	compareBy: isoDate,
	facts: z.record(
		z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
		z.strictObject({
			name: z.string().min(1),
			/** A sentence speaks of the fact when one of these is in it. */
			words: z.array(z.string().min(1)).min(1),
			law: z.string().min(1),
			source: sourceSchema,
			/** Oldest first, without overlaps. */
			editions: z.array(editionSchema).min(1),
		}),
	),
})

/** A row of content/facts/minimum-wages.csv: yen an hour from this day until the next row of the prefecture. */
export const minimumWageRow = z.strictObject({ prefecture: z.string(), amount: cellNumber, from: isoDate })
