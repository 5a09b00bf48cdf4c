import { z } from 'zod'
import { dayField } from '../../billing/billing-schemas.ts'
import { prefectures } from '../../geography/prefectures.ts'
import { clientKeySchema, text } from '../../questions/schemas.ts'
import { betweenFields } from '../../shared/parse-input.ts'
import { startOfDay } from '../../shared/japan-time.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { professions } from '../../taxonomy/attributes.ts'
import { clockField } from '../incident-schemas.ts'
import {
	type AnnouncementAudience,
	type AnnouncementChannel,
	announcementAudiences,
	announcementChannels,
	announcementLengths as lengths,
	audiencePlans,
} from './announcement-input.ts'

const valuesOf = <Value extends string>(options: readonly { value: Value }[]) => options.map(({ value }) => value) as [Value, ...Value[]]
const list = <Schema extends z.ZodType>(of: Schema, most: number) =>
	z.preprocess((typed) => (typed === undefined || typed === '' ? [] : [typed].flat()), z.array(of).max(most))
const idIn = (ids: readonly number[]) => z.coerce.number().refine((id) => ids.includes(id), '選択肢から選んでください。')

const momentOf = (day: string, time: string): Date => {
	const [hour = 0, minute = 0] = time.split(':').map(Number)
	return new Date(startOfDay(day).getTime() + (hour * 60 + minute) * 60_000)
}

/** An announcement as its form sends it; the moments are those in Japan. */
export const announcementSchema = z
	.object({
		title: text('見出し', lengths.title, cleanLine),
		body: text('内容', lengths.body),
		linkPath: z
			.string()
			.overwrite(cleanLine)
			.max(lengths.path, `リンク先は${lengths.path}文字までです。`)
			.refine(
				(typed) => typed === '' || /^\/(?!\/)[^\s\\]*$/.test(typed),
				'リンク先は、このサイトの「/」から始まるアドレスにしてください。',
			)
			.transform((typed) => (typed === '' ? null : typed)),
		channels: list(z.enum(valuesOf<AnnouncementChannel>(announcementChannels)), 3).refine(
			(chosen) => chosen.length > 0,
			'知らせ方を1つ以上選んでください。',
		),
		audience: z.enum(valuesOf<AnnouncementAudience>(announcementAudiences), { error: '知らせる相手を選んでください。' }),
		plans: list(z.enum(valuesOf(audiencePlans)), 3),
		prefectureIds: list(idIn(prefectures.map(({ id }) => id)), 47),
		professionIds: list(idIn(professions.map(({ id }) => id)), 9),
		startsOn: dayField('始まり'),
		startsTime: clockField,
		endsOn: dayField('終わり'),
		endsTime: clockField,
		clientKey: clientKeySchema,
	})
	.check(
		betweenFields(['startsOn', 'startsTime', 'endsOn', 'endsTime'], ({ startsOn, startsTime, endsOn, endsTime }, report) => {
			if (momentOf(endsOn, endsTime) <= momentOf(startsOn, startsTime)) report('endsOn', '終わりは、始まりより後にしてください。')
		}),
		betweenFields(['audience', 'plans'], ({ audience, plans }, report) => {
			if (audience === 'everyone' && plans.length > 0) report('plans', '全員に知らせるときは、プランで絞り込めません。')
		}),
		betweenFields(['audience', 'prefectureIds', 'professionIds'], ({ audience, prefectureIds, professionIds }, report) => {
			if (audience !== 'experts' && prefectureIds.length + professionIds.length > 0)
				report('professionIds', '資格と都道府県で絞り込めるのは、認証済みの専門家に知らせるときだけです。')
		}),
	)
	.transform(({ startsOn, startsTime, endsOn, endsTime, ...rest }) => ({
		...rest,
		startsAt: momentOf(startsOn, startsTime),
		endsAt: momentOf(endsOn, endsTime),
	}))
export type AnnouncementInput = z.output<typeof announcementSchema>
