import { z } from 'zod'
import { cleanLine } from '../../shared/text-input.ts'
import { queueNames } from '../queue-counts.ts'
import { linkSettings, targetSetting } from './setting-names.ts'

const link = z
	.string()
	.default('')
	.transform(cleanLine)
	.refine((typed) => typed === '' || (typed.length <= 500 && /^https:\/\/\S+$/.test(typed) && URL.canParse(typed)), {
		message: '「https://」から始まるアドレスを入力してください。',
	})

const target = z
	.string()
	.default('')
	.transform((typed) => typed.normalize('NFKC').trim())
	.refine((typed) => typed === '' || (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 720), {
		message: '1から720までの時間を入力してください。',
	})

/** A group of settings by name, and the version that its form was opened with. */
const group = (names: readonly string[], field: z.ZodType<string>) =>
	z
		.object(Object.fromEntries([...names, 'version'].map((name) => [name, name === 'version' ? z.string().regex(/^\d{1,9}$/) : field])))
		.transform(({ version = '0', ...values }) => ({ version: Number(version), values }))

export const linksSchema = group(
	linkSettings.map(({ name }) => name),
	link,
)
export const targetsSchema = group(queueNames.map(targetSetting), target)
