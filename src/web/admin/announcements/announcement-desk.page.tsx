import { redirect } from 'react-router'
import { z } from 'zod'
import {
	announcementAudiences,
	announcementChannels,
	announcementState,
	announcementStateLabels,
	audiencePlans,
} from '../../../domain/operations/announcements/announcement-input.ts'
import { announcementSchema } from '../../../domain/operations/announcements/announcement-schemas.ts'
import {
	discardAnnouncement,
	editAnnouncement,
	getAnnouncementForStaff,
	publishAnnouncement,
	withdrawAnnouncement,
} from '../../../domain/operations/announcements/announcements.ts'
import { getPrefecture } from '../../../domain/geography/prefectures.ts'
import { text } from '../../../domain/questions/schemas.ts'
import { getProfession } from '../../../domain/taxonomy/attributes.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { clockTime, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import { staffAnnouncementPath, staffAnnouncementsPath } from '../../../domain/shared/links.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/announcement-desk.page'
import { AnnouncementFields } from './announcement-fields.tsx'
import { fieldsOfAnnouncement } from './announcement-form.server.ts'
import { AnnouncementPreview } from './announcement-preview.tsx'

function idOf(typed: string | undefined): number {
	if (typed === undefined || !/^[1-9]\d{0,8}$/.test(typed)) throw notFound('announcement')
	return Number(typed)
}

const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
	options.find((one) => one.value === value)?.label ?? value

export const loader = staffLoader(['support'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { startsAt, endsAt, publishedAt, withdrawnAt, deliveredAt, ...one } = await getAnnouncementForStaff(ctx, idOf(params.id))
	const narrowed = [
		...one.plans.map((plan) => labelOf(audiencePlans, plan)),
		...one.professionIds.map((id) => getProfession(id).shortName),
		...one.prefectureIds.map((id) => getPrefecture(id).name),
	]
	return {
		announcement: {
			id: one.id,
			title: one.title,
			body: one.body,
			linkPath: one.linkPath,
			channels: one.channels,
			version: one.version,
			counts: one.counts,
			recipientCount: one.recipientCount,
			state: announcementState({ startsAt, endsAt, publishedAt, withdrawnAt }, ctx.now()),
			period: `${momentText(startsAt)}から${momentText(endsAt)}まで`,
			published: publishedAt && momentText(publishedAt),
			isDelivered: deliveredAt !== null,
			how: one.channels.map((channel) => labelOf(announcementChannels, channel)).join('、'),
			who: [labelOf(announcementAudiences, one.audience), ...(narrowed.length > 0 ? [narrowed.join('、')] : [])].join('：'),
		},
		values: {
			title: one.title,
			body: one.body,
			linkPath: one.linkPath ?? '',
			channels: one.channels,
			audience: one.audience,
			plans: one.plans,
			prefectureIds: one.prefectureIds.map(String),
			professionIds: one.professionIds.map(String),
			startsOn: isoDay(startsAt),
			startsTime: clockTime(startsAt),
			endsOn: isoDay(endsAt),
			endsTime: clockTime(endsAt),
		},
		done: new URL(request.url).searchParams.get('done'),
		clientKey: newClientKey(),
		csrfToken: formToken(context, request),
	}
})

const seen = z.object({ version: z.coerce.number().int().min(1) })
const done = (id: number, what: string) => redirect(staffAnnouncementPath(id, { done: what }), 303)

export const action = staffAction(['support'], 'verdict', {
	edit: {
		input: z.intersection(announcementSchema, seen),
		read: fieldsOfAnnouncement,
		async run(ctx, { version, ...input }, { params }) {
			const id = idOf(params['id'])
			await editAnnouncement(ctx, id, version, input)
			return done(id, 'announcement-edited')
		},
	},
	publish: {
		input: seen,
		async run(ctx, { version }, { params }) {
			const id = idOf(params['id'])
			await publishAnnouncement(ctx, id, version)
			return done(id, 'announcement-published')
		},
	},
	discard: {
		input: z.object({}),
		async run(ctx, _input, { params }) {
			await discardAnnouncement(ctx, idOf(params['id']))
			return redirect(staffAnnouncementsPath({ done: 'announcement-discarded' }), 303)
		},
	},
	withdraw: {
		input: z.object({ reason: text('理由', { min: 2, max: 300 }) }),
		async run(ctx, { reason }, { params }) {
			const id = idOf(params['id'])
			await withdrawAnnouncement(ctx, id, reason)
			return done(id, 'announcement-withdrawn')
		},
	},
})

type Data = Route.ComponentProps['loaderData']
type FormProps = Data & { formState: FormState | undefined }

export default function AnnouncementDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { announcement } = loaderData
	return (
		<div className={styles.body}>
			<Head title={announcement.title} description="案内の管理です。" path={staffAnnouncementPath(announcement.id)} noindex />
			<p>
				<Link to={staffAnnouncementsPath()}>案内</Link>
			</p>
			<h1>{announcement.title}</h1>
			<p className={styles.quiet}>{announcementStateLabels[announcement.state]}</p>
			{!formState && <DoneNote done={loaderData.done} />}
			<FactList
				rows={[
					{ label: '期間', value: announcement.period },
					{ label: '知らせ方', value: announcement.how },
					{ label: '相手', value: announcement.who },
					{ label: 'いまの対象', value: `登録している方 ${announcement.counts.audience.toLocaleString('ja-JP')}人` },
					...(announcement.published === null ? [] : [{ label: '公開', value: announcement.published }]),
				]}
			/>
			{announcement.published !== null && <Counts announcement={announcement} />}
			<AnnouncementPreview {...announcement} />
			{announcement.state === 'draft' ? (
				<Draft {...loaderData} formState={formState} />
			) : (
				(announcement.state === 'scheduled' || announcement.state === 'running') && <Withdraw {...loaderData} formState={formState} />
			)}
		</div>
	)
}

const people = (count: number) => `${count.toLocaleString('ja-JP')}人`

function Counts({ announcement: { channels, counts, recipientCount, isDelivered } }: Pick<Data, 'announcement'>) {
	const notifies = channels.includes('site') || channels.includes('mail')
	return (
		<section className={styles.section} aria-labelledby="counts">
			<h2 id="counts">届いた人数</h2>
			<FactList
				rows={[
					...(notifies
						? [
								{ label: '知らせた', value: `${people(recipientCount)}${isDelivered ? '（すべて終わりました）' : '（続けています）'}` },
								{ label: 'お知らせを読んだ', value: people(counts.read) },
								{ label: 'メールを送った', value: people(counts.mailed) },
							]
						: []),
					...(channels.includes('banner') ? [{ label: '帯を閉じた（登録している方）', value: people(counts.closed) }] : []),
				]}
			/>
			{notifies && <p className={styles.quiet}>お知らせやメールを受け取らない設定の方には届きません。</p>}
		</section>
	)
}

function Draft({ announcement, values, clientKey, csrfToken, formState }: FormProps) {
	return (
		<>
			<section className={styles.section} aria-labelledby="publish">
				<h2 id="publish">公開する</h2>
				<ErrorSummary formState={formStateFor(formState, 'publish')} />
				<p>始まりの日時から知らせます。あとから書き換えられませんが、取りやめることはできます。</p>
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="publish" version={announcement.version} />
					<button type="submit" className="button">
						保存してある下書きを公開する
					</button>
				</form>
			</section>
			<section className={styles.section} aria-labelledby="edit">
				<h2 id="edit">下書きを直す</h2>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formStateFor(formState, 'edit')} />
					<HiddenFields csrfToken={csrfToken} intent="edit" clientKey={clientKey} version={announcement.version} />
					<AnnouncementFields formState={formStateFor(formState, 'edit')} values={values} />
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							下書きを保存する
						</button>
					</div>
				</form>
				<form method="post">
					<ErrorSummary formState={formStateFor(formState, 'discard')} />
					<HiddenFields csrfToken={csrfToken} intent="discard" />
					<button type="submit" className="button" data-kind="quiet">
						下書きを捨てる
					</button>
				</form>
			</section>
		</>
	)
}

function Withdraw({ csrfToken, formState }: FormProps) {
	const own = formStateFor(formState, 'withdraw')
	return (
		<section className={styles.section} aria-labelledby="withdraw">
			<h2 id="withdraw">取りやめる</h2>
			<p>ページの上の帯が消え、まだ知らせていない方には届かなくなります。届いたものは取り消せません。</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={own} />
				<HiddenFields csrfToken={csrfToken} intent="withdraw" />
				<TextArea id="reason" name="reason" label="理由" hint="操作の記録に残ります。" rows={2} formState={own} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						取りやめる
					</button>
				</div>
			</form>
		</section>
	)
}
