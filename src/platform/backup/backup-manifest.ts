import { createHmac } from 'node:crypto'
import { z } from 'zod'

const table = z.object({
	/** Schema and table, as in `public.offices`. */
	name: z.string(),
	columns: z.array(z.string()),
	rows: z.number().int(),
	/** Of the rows as COPY writes them, before compression. */
	sha256: z.string(),
})

const manifestSchema = z.object({
	format: z.literal(1),
	madeAt: z.iso.datetime(),
	/** Version of PostgreSQL that the rows were read from. */
	postgres: z.string(),
	migrations: z.array(z.string()),
	/** Version of the queue's own schema; null where no queue has ever started. */
	queueVersion: z.number().int().nullable(),
	tables: z.array(table),
	sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
	files: z.array(z.object({ name: z.string(), size: z.number().int(), sha256: z.string() })),
	key: z.object({
		/** Fingerprint of the key of this backup; reveals nothing about it. */
		mark: z.string(),
		/** Whether the key is in the backup, encrypted with the passphrase. */
		isEnclosed: z.boolean(),
	}),
})

/** What a backup holds. Written last: a folder without it is a backup that was not finished. */
export type Manifest = z.infer<typeof manifestSchema>
export type TableInBackup = z.infer<typeof table>
export type FileInBackup = Manifest['files'][number]

/** Throws unless the text is a manifest in a format that this release supports. */
export const parseManifest = (text: string): Manifest => manifestSchema.parse(JSON.parse(text))

export const markOfKey = (secretKey: string): string => createHmac('sha256', secretKey).update('shirube backup').digest('hex').slice(0, 32)
