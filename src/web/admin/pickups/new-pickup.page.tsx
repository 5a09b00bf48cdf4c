import { redirect } from 'react-router'
import { isTopPage, mostShown } from '../../../domain/pickups/pickup-input.ts'
import { createPickup, requirePlace } from '../../../domain/pickups/pickup-admin.ts'
import { listPickupCandidates, type PickupCandidate, placeName } from '../../../domain/pickups/pickup-lists.ts'
import { pickupSchema } from '../../../domain/pickups/pickup-schemas.ts'
import { readExpertCards } from '../../../domain/experts/experts.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { addDays, isoDay } from '../../../domain/shared/japan-time.ts'
import { expertPath, staffNewPickupPath, staffPickupPath, staffPickupsPath } from '../../../domain/shared/links.ts'
import { isDomainError } from '../../../domain/shared/errors.ts'
import { shortLine } from '../../../domain/shared/text-input.ts'
import { findScope } from '../../../domain/taxonomy/categories.ts'
import { newClientKey } from '../../forms/client-key.server.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import stack from '../../ui/stack.module.css'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'
import type { Route } from './+types/new-pickup.page'
import { PickupFields } from './pickup-fields.tsx'
import { placeOfUrl, readScopeChoices } from './place-choices.server.ts'
import { PlaceForm } from './place-form.tsx'

const SHOWN_DAYS = 28

/** The candidates of a place, or the form for the one that was chosen. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const place = placeOfUrl(request.url)
	const typed = shortLine(search.get('q') ?? '', 60)
	const expertId = parseId(search.get('expert') ?? '')
	const [refusal, scope, choices, cards] = await Promise.all([
		requirePlace(ctx, place).then(
			() => null,
			(error: unknown) => {
				if (isDomainError(error) && error.fields['form'] !== undefined) return error.fields['form']
				throw error
			},
		),
		place.scopeId === 0 ? null : findScope(ctx, place.scopeId),
		readScopeChoices(ctx),
		readExpertCards(ctx, expertId > 0 ? [expertId] : []),
	])
	const chosen = cards.get(expertId)
	const found = refusal !== null || chosen ? null : await listPickupCandidates(ctx, place, { typed, cursor: search.get('page') })
	const today = isoDay(ctx.now())
	return {
		place,
		placeName: placeName(place, scope?.name ?? null),
		most: mostShown(place),
		typed,
		refusal,
		choices,
		chosen: chosen ? { id: chosen.id, name: chosen.name } : null,
		candidates: found?.items ?? [],
		page: found?.page ?? null,
		values: { reason: '', position: 10, startsOn: today, endsOn: addDays(today, SHOWN_DAYS - 1), isPr: false },
		clientKey: newClientKey(),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['editor'], 'verdict', {
	begin: {
		input: pickupSchema,
		async run(ctx, input, { request }) {
			const { id } = await createPickup(ctx, placeOfUrl(request.url), input)
			return redirect(staffPickupPath(id, { done: 'pickup-begun' }), 303)
		},
	},
})

type Data = Route.ComponentProps['loaderData']

export default function NewPickupPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { place, placeName: name, typed, refusal, choices, chosen, most } = loaderData
	return (
		<div className={styles.body}>
			<Head title="取り上げる人を選ぶ" description="紹介する専門家を選びます。" path={staffPickupsPath()} noindex />
			<p>
				<Link to={staffPickupsPath()}>専門家の紹介</Link>
			</p>
			<h1>{`取り上げる人を選ぶ：${name}`}</h1>
			<p className={styles.quiet}>{`この場所には、${most}人まで表示します。`}</p>
			{refusal !== null && <p className={styles.warn}>{refusal}</p>}
			{chosen ? (
				<Begin {...loaderData} chosen={chosen} formState={formState} />
			) : (
				<>
					<PlaceForm label="場所と名前" button="探す" choices={choices} place={place}>
						<label>
							名前・よみがなのはじめ、または登録番号
							<input type="search" name="q" maxLength={60} defaultValue={typed} />
						</label>
					</PlaceForm>
					{refusal === null && <Candidates {...loaderData} />}
				</>
			)}
		</div>
	)
}

function Begin({
	place,
	placeName: name,
	chosen,
	values,
	clientKey,
	csrfToken,
	formState,
}: Data & { chosen: { id: number; name: string }; formState: FormState | undefined }) {
	return (
		<section className={styles.section} aria-labelledby="begin">
			<h2 id="begin">{`${chosen.name}さんを取り上げる`}</h2>
			<p>
				<Link to={expertPath(chosen.id)}>公開ページ</Link>　<Link to={staffNewPickupPath(place)}>ほかの人を選ぶ</Link>
			</p>
			<form method="post" className={formStyles.form} noValidate aria-label={`${name}の紹介`}>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="begin" clientKey={textIn(formState?.values, 'clientKey') ?? clientKey} />
				<input type="hidden" name="expertId" value={chosen.id} />
				<PickupFields formState={formState} values={values} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						下書きを作る
					</button>
				</div>
				<p className={styles.quiet}>まだ公開しません。次の画面で見え方を確かめてから公開します。</p>
			</form>
		</section>
	)
}

const minutesText = (minutes: number) => (minutes < 60 ? `${minutes}分` : `${Math.round(minutes / 60)}時間`)

function Candidates({ place, typed, candidates, page }: Data) {
	const address = (cursor: string | null) => staffNewPickupPath(place, { q: typed, page: cursor })
	if (candidates.length === 0)
		return (
			<p className={styles.empty}>
				{typed === ''
					? 'この場所に載せられる専門家がいません。確認済みで、公開中の事務所がこの一覧に載っている方を選べます。'
					: `「${typed}」ではじまる確認済みの専門家は見つかりませんでした。`}
			</p>
		)
	return (
		<>
			<ul className={`${stack.rows} ${styles.list}`}>
				{candidates.map((candidate) => (
					<Candidate key={candidate.id} place={place} candidate={candidate} />
				))}
			</ul>
			{page && (
				<Pager
					label="候補のページ"
					number={page.number}
					previous={page.previous && address(page.previous.cursor)}
					next={page.next && address(page.next.cursor)}
				/>
			)}
		</>
	)
}

function Candidate({ place, candidate }: { place: Data['place']; candidate: PickupCandidate }) {
	const { id, name, professions, officeName, officePlace, stands, isPickedUp, replyMinutes, reviews, missing } = candidate
	return (
		<li>
			<div className={styles.line}>
				<Link to={expertPath(id)}>{name}</Link>
				<span className={styles.quiet}>{[professions.join('・'), officeName, officePlace].filter(Boolean).join('／')}</span>
			</div>
			<div className={styles.line}>
				<Tag tone="good">確認済み</Tag>
				<Tag>{replyMinutes === null ? '返信の記録なし' : `返信 ${minutesText(replyMinutes)}`}</Tag>
				<Tag>{reviews.average === null ? '口コミなし' : `口コミ ${reviews.average.toFixed(1)}（${reviews.count}件）`}</Tag>
				{missing.length === 0 ? <Tag tone="good">プロフィール完成</Tag> : <Tag tone="warn">{`未登録：${missing.join('、')}`}</Tag>}
				{isPickedUp && <Tag tone="warn">この場所で紹介中・予定あり</Tag>}
			</div>
			{stands ? (
				<p>
					<Link to={staffNewPickupPath(place, { expert: id })}>{`${name}さんを取り上げる`}</Link>
				</p>
			) : (
				<p className={styles.quiet}>
					{isTopPage(place)
						? '公開中の事務所がないため、取り上げられません。'
						: 'この一覧に事務所が載っていないか、この業務を扱っていないため、取り上げられません。'}
				</p>
			)}
		</li>
	)
}
