import { z } from 'zod'
import { isOrigin, wholeNumber } from './setting-checks.ts'

const secret = { secret: true }
const BUCKET = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]'
/** A bucket and, where others use it too, a folder in it. */
export const BUCKET_ADDRESS = new RegExp(`^s3://(${BUCKET})(?:/([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*)?/?)?$`)

const service = z
	.string()
	.refine(isOrigin, 'an origin such as https://s3.ap-northeast-1.amazonaws.com')
	.transform((value) => new URL(value).origin)
	.optional()
const region = z
	.string()
	.regex(/^[a-z0-9-]{2,30}$/, 'a region such as ap-northeast-1')
	.default('us-east-1')

/** Where files and backups go. */
export const storageSettings = {
	S3_ENDPOINT: service.describe(
		'Keeps pictures and documents in a bucket of this S3-compatible service. They lie in `DATA_DIR/files` when unset.',
	),
	S3_BUCKET: z
		.string()
		.regex(new RegExp(`^${BUCKET}$`), 'the name of a bucket')
		.optional()
		.describe('Needed with `S3_ENDPOINT`. A private bucket that belongs to this site alone.'),
	S3_REGION: region.describe('Region that requests to `S3_ENDPOINT` are signed for.'),
	S3_ACCESS_KEY_ID: z.string().optional().describe('Needed with `S3_ENDPOINT`.'),
	S3_SECRET_ACCESS_KEY: z.string().optional().meta(secret).describe('Needed with `S3_ENDPOINT`.'),
	BACKUP_TO: z
		.string()
		.refine((value) => !value.startsWith('s3:') || BUCKET_ADDRESS.test(value), 'a folder, or a bucket such as s3://bucket/prefix')
		.optional()
		.describe(
			'Folder for backups, on another disk or machine than the data, or a bucket (`s3://bucket` or `s3://bucket/prefix`). Makes one every night at 3:40, Japan time, when set.',
		),
	BACKUP_S3_ENDPOINT: service.describe(
		'S3-compatible service of the bucket of `BACKUP_TO`. That of `S3_ENDPOINT` with its region and keys when unset.',
	),
	BACKUP_S3_REGION: region.describe('Region that requests to `BACKUP_S3_ENDPOINT` are signed for.'),
	BACKUP_S3_ACCESS_KEY_ID: z.string().optional().describe('Needed with `BACKUP_S3_ENDPOINT`.'),
	BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional().meta(secret).describe('Needed with `BACKUP_S3_ENDPOINT`.'),
	BACKUP_KEEP: wholeNumber(1, 400).default(14).describe('How many backups stay in `BACKUP_TO`.'),
	BACKUP_PASSPHRASE: z
		.string()
		.min(16, 'a passphrase of 16 characters or more')
		.optional()
		.meta(secret)
		.describe('Puts the key of the encrypted columns into backups, encrypted with this. Without it keep the key elsewhere.'),
}
