import { redirect } from 'react-router'
import { z } from 'zod'
import {
	addNoticeUpdate,
	discardNotice,
	editNotice,
	getNoticeForStaff,
	incidentState,
	publishNotice,
} from '../../../domain/operations/incident-notices.ts'
import { incidentKindLabel, incidentLengths, incidentStateLabels } from '../../../domain/operations/incident-input.ts'
import { incidentNoticeSchema, incidentUpdateSchema } from '../../../domain/operations/incident-schemas.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { clockTime, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import { noticePath, staffNoticePath, staffNoticesPath } from '../../../domain/shared/links.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
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
import type { Route } from './+types/notice-desk.page'
import { NoticeFields } from './notice-fields.tsx'

function idOf(typed: string): number {
	if (!/^[1-9]\d{0,8}$/.test(typed)) throw notFound('notice')
	return Number(typed)
}

export const loader = staffLoader(['support'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { beganAt, publishedAt, resolvedAt, updates, ...notice } = await getNoticeForStaff(ctx, idOf(params.id))
	return {
		notice: {
			...notice,
			state: incidentState({ publishedAt, resolvedAt }),
			began: momentText(beganAt),
			published: publishedAt && momentText(publishedAt),
			resolved: resolvedAt && momentText(resolvedAt),
			updates: updates.map(({ postedAt, ...one }) => ({ ...one, posted: momentText(postedAt) })),
		},
		values: { ...notice, beganOn: isoDay(beganAt), beganTime: clockTime(beganAt) },
		done: new URL(request.url).searchParams.get('done'),
		clientKey: newClientKey(),
		csrfToken: formToken(context, request),
	}
})

const nothing = z.object({})
const done = (id: number, what: string) => redirect(staffNoticePath(id, { done: what }), 303)

export const action = staffAction(['support'], 'verdict', {
	edit: {
		input: incidentNoticeSchema,
		async run(ctx, input, { params }) {
			const id = idOf(params['id'] ?? '')
			await editNotice(ctx, id, input)
			return done(id, 'notice-edited')
		},
	},
	publish: {
		input: nothing,
		async run(ctx, _input, { params }) {
			const id = idOf(params['id'] ?? '')
			await publishNotice(ctx, id)
			return done(id, 'notice-published')
		},
	},
	discard: {
		input: nothing,
		async run(ctx, _input, { params }) {
			await discardNotice(ctx, idOf(params['id'] ?? ''))
			return redirect(staffNoticesPath({ done: 'notice-discarded' }), 303)
		},
	},
	update: {
		input: incidentUpdateSchema,
		async run(ctx, input, { params }) {
			const id = idOf(params['id'] ?? '')
			await addNoticeUpdate(ctx, id, input, { resolves: false })
			return done(id, 'notice-updated')
		},
	},
	resolve: {
		input: incidentUpdateSchema,
		async run(ctx, input, { params }) {
			const id = idOf(params['id'] ?? '')
			await addNoticeUpdate(ctx, id, input, { resolves: true })
			return done(id, 'notice-resolved')
		},
	},
})

export default function NoticeDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { notice } = loaderData
	return (
		<div className={styles.body}>
			<Head title={notice.title} description="お知らせの管理です。" path={staffNoticePath(notice.id)} noindex />
			<p>
				<Link to={staffNoticesPath()}>障害・事故のお知らせ</Link>
			</p>
			<h1>{notice.title}</h1>
			<p className={styles.quiet}>{`${incidentKindLabel(notice.kind)}・${incidentStateLabels[notice.state]}`}</p>
			{!formState && <DoneNote done={loaderData.done} />}
			{notice.state === 'draft' ? (
				<Draft {...loaderData} formState={formState} />
			) : (
				<>
					<p>
						<Link to={noticePath(notice.id)}>公開しているページを見る</Link>
					</p>
					<Published notice={notice} />
					<UpdateForm {...loaderData} formState={formState} />
				</>
			)}
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']
type FormProps = Data & { formState: FormState | undefined }

/** Two buttons end the draft: what is published can only be added to. */
function Draft({ values, clientKey, csrfToken, formState }: FormProps) {
	return (
		<>
			<ErrorSummary formState={formStateFor(formState, 'publish')} />
			<section className={styles.section} aria-labelledby="publish">
				<h2 id="publish">公開する</h2>
				<p>
					公開すると、誰でも読めるようになり、フィードにも出ます。あとから書き換えたり消したりはできません。変わったことは経過として加えます。
				</p>
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="publish" />
					<button type="submit" className="button">
						保存してある下書きを公開する
					</button>
				</form>
			</section>
			<section className={styles.section} aria-labelledby="edit">
				<h2 id="edit">下書きを直す</h2>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={formStateFor(formState, 'edit')} />
					<HiddenFields csrfToken={csrfToken} intent="edit" clientKey={clientKey} />
					<NoticeFields formState={formStateFor(formState, 'edit')} values={values} />
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

function Published({ notice }: Pick<Data, 'notice'>) {
	return (
		<>
			<FactList
				rows={[
					{ label: '影響の範囲', value: notice.scope },
					{ label: '始まり', value: notice.began },
					{ label: '解決', value: notice.resolved ?? '対応中' },
				]}
			/>
			<section className={styles.section} aria-labelledby="report">
				<h2 id="report">{`第1報（${notice.published ?? ''}）`}</h2>
				<p className={styles.reason}>{notice.body}</p>
			</section>
			{notice.updates.map((update, index) => (
				<section key={update.id} className={styles.section} aria-labelledby={`update-${update.id}`}>
					<h2 id={`update-${update.id}`}>{`第${index + 2}報（${update.posted}）`}</h2>
					<p className={styles.reason}>{update.body}</p>
				</section>
			))}
		</>
	)
}

/** One text, two buttons: what is typed goes on the page either way. */
function UpdateForm({ notice, clientKey, csrfToken, formState }: FormProps) {
	const own = formStateFor(formState, 'update') ?? formStateFor(formState, 'resolve')
	return (
		<section className={styles.section} aria-labelledby="next">
			<h2 id="next">経過を加える</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={own} />
				<HiddenFields csrfToken={csrfToken} clientKey={textIn(own?.values, 'clientKey') ?? clientKey} />
				<TextArea
					id="body"
					name="body"
					label="次の報告"
					hint={`${incidentLengths.update.max.toLocaleString('ja-JP')}文字まで。公開したあとは書き換えられません。`}
					rows={6}
					formState={own}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" name="intent" value="update" className="button">
						経過を公開する
					</button>
					{notice.state === 'open' && (
						<button type="submit" name="intent" value="resolve" className="button" data-kind="quiet">
							解決したと公開する
						</button>
					)}
				</div>
			</form>
		</section>
	)
}
