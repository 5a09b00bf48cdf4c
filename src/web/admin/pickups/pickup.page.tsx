import { redirect } from 'react-router'
import { z } from 'zod'
import { japan } from '../../../domain/geography/areas.ts'
import { getPrefecture } from '../../../domain/geography/prefectures.ts'
import { listPath } from '../../../domain/listings/list-path.ts'
import { discardPickup, editPickup, endPickup, publishPickup } from '../../../domain/pickups/pickup-admin.ts'
import {
	isTopPage,
	mostShown,
	type PickupPlace,
	pickupShelf,
	pickupShelfLabels,
	RECENT_DAYS,
} from '../../../domain/pickups/pickup-input.ts'
import { getPickupForStaff, isLeftOut } from '../../../domain/pickups/pickup-lists.ts'
import { endSchema, pickupEditSchema } from '../../../domain/pickups/pickup-schemas.ts'
import { listPickups } from '../../../domain/pickups/pickups.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { dateText, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import {
	expertPath,
	prefectureOfficesPath,
	staffNewPickupPath,
	staffPickupPath,
	staffPickupsPath,
	topPath,
} from '../../../domain/shared/links.ts'
import { noFields } from '../../forms/form-fields.server.ts'
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
import { toPickup } from '../../ui/pickups/pickup-experts.tsx'
import styles from '../admin.module.css'
import { actionLabel } from '../audit/audit-labels.ts'
import { DoneNote, LateDecision } from '../done-note.tsx'
import type { Route } from './+types/pickup.page'
import { changeLines } from './pickup-changes.ts'
import { PickupFields } from './pickup-fields.tsx'
import { Clicks, History, Preview } from './pickup-parts.tsx'

function idOf(typed: string | undefined): number {
	const id = parseId(typed ?? '')
	if (id === 0) throw notFound('pickup')
	return id
}

const pathOfPlace = (place: PickupPlace): string => {
	if (isTopPage(place)) return topPath()
	const prefecture = place.prefectureId === 0 ? null : getPrefecture(place.prefectureId)
	if (place.scopeId === 0 && prefecture) return prefectureOfficesPath(prefecture.slug)
	return listPath({ scopeId: place.scopeId, area: prefecture ?? japan })
}

/** One pick-up: how its place looks with it, its days, its clicks and its history. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const pickup = await getPickupForStaff(ctx, idOf(params.id))
	const today = isoDay(ctx.now())
	const shelf = pickupShelf(pickup, today)
	// A pick-up that waits is shown as on its first day.
	const day = pickup.startsOn > today ? pickup.startsOn : today
	const shown = await listPickups(ctx, pickup, { day, withDraftId: shelf === 'draft' ? pickup.id : null })
	return {
		pickup: {
			id: pickup.id,
			expertId: pickup.expertId,
			expertName: pickup.expertName,
			placeName: pickup.placeName,
			place: { scopeId: pickup.scopeId, prefectureId: pickup.prefectureId },
			path: pathOfPlace(pickup),
			isPr: pickup.isPr,
			version: pickup.version,
			stands: pickup.stands,
			leftOut: isLeftOut(pickup) ? { rank: pickup.rank, most: mostShown(pickup) } : null,
			period: `${dateText(pickup.startsOn)}から${pickup.endsOn === null ? '（終わりは決めていません）' : `${dateText(pickup.endsOn)}まで`}`,
			clicks: pickup.clicks,
			clicksByDay: pickup.clicksByDay.map(({ day: on, count }) => ({ day: dateText(on), count })),
		},
		shelf,
		day: dateText(day),
		shown: shown.map(toPickup),
		isShown: shown.some(({ pickupId }) => pickupId === pickup.id),
		values: {
			reason: pickup.reason,
			position: pickup.position,
			startsOn: pickup.startsOn,
			endsOn: pickup.endsOn ?? '',
			isPr: pickup.isPr,
		},
		history: pickup.history.map(({ id, at, action, detail, ...event }) => ({
			...event,
			id,
			label: actionLabel(action),
			at: momentText(at),
			changes: changeLines(detail),
		})),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const done = (id: number, what: string) => redirect(staffPickupPath(id, { done: what }), 303)

export const action = staffAction(['editor'], 'verdict', {
	edit: {
		input: pickupEditSchema,
		async run(ctx, input, { params }) {
			const id = idOf(params['id'])
			await editPickup(ctx, id, input)
			return done(id, 'pickup-edited')
		},
	},
	publish: {
		input: z.object({ version: z.coerce.number().int().min(1) }),
		async run(ctx, { version }, { params }) {
			const id = idOf(params['id'])
			await publishPickup(ctx, id, version)
			return done(id, 'pickup-published')
		},
	},
	end: {
		input: endSchema,
		async run(ctx, { reason }, { params }) {
			const id = idOf(params['id'])
			await endPickup(ctx, id, reason)
			return done(id, 'pickup-ended')
		},
	},
	discard: {
		input: noFields,
		async run(ctx, _input, { params }) {
			await discardPickup(ctx, idOf(params['id']))
			return redirect(staffPickupsPath({ shelf: 'draft', done: 'pickup-discarded' }), 303)
		},
	},
})

type Data = Route.ComponentProps['loaderData']
type FormProps = Data & { formState: FormState | undefined }

export default function PickupPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { pickup, shelf, done: what } = loaderData
	const forms = { draft: ['edit:', 'publish:', 'discard:'], scheduled: ['edit:', 'end:'], running: ['edit:', 'end:'], over: [] }[shelf]
	return (
		<div className={styles.body}>
			<Head title={`${pickup.expertName}の紹介`} description="専門家の紹介です。" path={staffPickupPath(pickup.id)} noindex />
			<p>
				<Link to={staffPickupsPath({ shelf })}>専門家の紹介</Link>
			</p>
			<h1>{`${pickup.expertName}さん：${pickup.placeName}`}</h1>
			<LateDecision formState={formState} forms={forms} />
			{!formState && <DoneNote done={what} />}
			<FactList
				rows={[
					{ label: '状態', value: pickupShelfLabels[shelf] },
					{ label: '期間', value: pickup.period },
					{ label: '掲載料', value: pickup.isPr ? 'あり（PRと表示）' : 'なし' },
					{
						label: 'クリック',
						value: `${RECENT_DAYS}日で${pickup.clicks.recent.toLocaleString('ja-JP')}回・累計${pickup.clicks.total.toLocaleString('ja-JP')}回`,
					},
					{ label: '専門家', value: <Link to={expertPath(pickup.expertId)}>公開ページ</Link> },
				]}
			/>
			{shelf !== 'over' && <Preview {...loaderData} />}
			{shelf === 'draft' && <Publish {...loaderData} formState={formState} />}
			{shelf !== 'over' && <Edit {...loaderData} formState={formState} />}
			{(shelf === 'running' || shelf === 'scheduled') && <End {...loaderData} formState={formState} />}
			{shelf === 'over' && (
				<p>
					<Link to={staffNewPickupPath(pickup.place, { expert: pickup.expertId })}>同じ場所でもう一度取り上げる</Link>
				</p>
			)}
			<Clicks clicksByDay={pickup.clicksByDay} />
			<History history={loaderData.history} />
		</div>
	)
}

function Publish({ pickup, csrfToken, formState }: FormProps) {
	return (
		<section className={styles.section} aria-labelledby="publish">
			<h2 id="publish">公開する</h2>
			<ErrorSummary formState={formStateFor(formState, 'publish')} />
			<ErrorSummary formState={formStateFor(formState, 'discard')} />
			<p>始まりの日から終わりの日まで、ひとりでに表示されます。あとから変えることも、終えることもできます。</p>
			<div className={styles.line}>
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="publish" version={pickup.version} />
					<button type="submit" className="button">
						公開する
					</button>
				</form>
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="discard" />
					<button type="submit" className="button" data-kind="quiet">
						下書きを消す
					</button>
				</form>
			</div>
		</section>
	)
}

function Edit({ pickup, shelf, values, csrfToken, formState }: FormProps) {
	const own = formStateFor(formState, 'edit')
	return (
		<section className={styles.section} aria-labelledby="edit">
			<h2 id="edit">内容を変える</h2>
			{shelf !== 'draft' && <p className={styles.quiet}>公開しているので、保存するとすぐに変わります。</p>}
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={own} />
				<HiddenFields csrfToken={csrfToken} intent="edit" version={pickup.version} />
				<PickupFields formState={own} values={values} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						保存する
					</button>
				</div>
			</form>
		</section>
	)
}

function End({ csrfToken, formState }: FormProps) {
	const own = formStateFor(formState, 'end')
	return (
		<section className={styles.section} aria-labelledby="end">
			<h2 id="end">掲載を終える</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={own} />
				<HiddenFields csrfToken={csrfToken} intent="end" />
				<TextArea id="end-reason" name="reason" label="理由" hint="履歴と操作の記録に残ります。" rows={2} formState={own} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						いますぐ終える
					</button>
				</div>
			</form>
		</section>
	)
}
