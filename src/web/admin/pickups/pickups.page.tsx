import { daysBetween, dateText, isoDay } from '../../../domain/shared/japan-time.ts'
import { isTopPage, type PickupShelf, pickupShelfLabels, pickupShelves, RECENT_DAYS } from '../../../domain/pickups/pickup-input.ts'
import { isLeftOut, listPickupsForStaff } from '../../../domain/pickups/pickup-lists.ts'
import { staffPickupPath, staffPickupsPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import stack from '../../ui/stack.module.css'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/pickups.page'
import { placeOfUrl, readScopeChoices } from './place-choices.server.ts'
import { PlaceForm } from './place-form.tsx'

/** From so few days before its end on, the list says so. */
const ENDING_DAYS = 7

/** Experts whom editors introduce, by shelf, and the way to a new one. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const shelf: PickupShelf = pickupShelves.find((one) => one === search.get('shelf')) ?? 'running'
	const place = search.has('scope') ? placeOfUrl(request.url) : null
	const [{ items, page }, choices] = await Promise.all([
		listPickupsForStaff(ctx, { shelf, place, cursor: search.get('page') }),
		readScopeChoices(ctx),
	])
	const today = isoDay(ctx.now())
	return {
		shelf,
		place,
		done: search.get('done'),
		choices,
		page,
		items: items.map((item) => ({
			id: item.id,
			expertName: item.expertName,
			placeName: item.placeName,
			position: item.position,
			reason: item.reason,
			isPr: item.isPr,
			period: `${dateText(item.startsOn)}から${item.endsOn === null ? '' : `${dateText(item.endsOn)}まで`}`,
			clicks: item.clicks,
			isLeftOut: shelf === 'running' && !item.stands,
			isBeyond: shelf !== 'over' && isLeftOut(item),
			daysLeft: shelf === 'running' && item.endsOn !== null ? daysBetween(today, item.endsOn) : null,
		})),
	}
})

const empty: Readonly<Record<PickupShelf, string>> = {
	running: '掲載中の紹介はありません。',
	scheduled: '掲載の予定はありません。',
	draft: '下書きはありません。',
	over: '終わった紹介はありません。',
}

export default function PickupsPage({ loaderData: { shelf, place, done, choices, items, page } }: Route.ComponentProps) {
	const of = place === null ? {} : { scope: place.scopeId, prefecture: place.prefectureId }
	return (
		<>
			<Head title="専門家の紹介" description="編集部が選んだ専門家の紹介です。" path={staffPickupsPath()} noindex />
			<h1>専門家の紹介</h1>
			<p className={styles.quiet}>
				トップページと事務所の一覧の「編集部が選んだ専門家」に載せる方を、場所と期間を決めて選びます。一覧の順番は変わりません。
			</p>
			<DoneNote done={done} />
			<PlaceForm
				action="/admin/pickups/new"
				label="新しく取り上げる場所"
				button="この場所で取り上げる人を選ぶ"
				choices={choices}
				place={place ?? { scopeId: 0, prefectureId: 0 }}
			/>
			<FilterTabs
				label="紹介の状態"
				tabs={pickupShelves.map((one) => ({
					to: staffPickupsPath({ shelf: one, ...of }),
					label: pickupShelfLabels[one],
					isCurrent: one === shelf,
				}))}
			/>
			{place !== null && (
				<p>
					{isTopPage(place) ? 'トップページのものだけを表示しています。' : '選んだ場所のものだけを表示しています。'}
					<Link to={staffPickupsPath({ shelf })}>すべての場所を表示する</Link>
				</p>
			)}
			{items.length === 0 ? (
				<p className={styles.empty}>{empty[shelf]}</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<Item key={item.id} item={item} />
					))}
				</ul>
			)}
			<Pager
				label="紹介のページ"
				number={page.number}
				previous={page.previous && staffPickupsPath({ shelf, ...of, page: page.previous.cursor })}
				next={page.next && staffPickupsPath({ shelf, ...of, page: page.next.cursor })}
			/>
		</>
	)
}

function Item({ item }: { item: Route.ComponentProps['loaderData']['items'][number] }) {
	return (
		<li>
			<div className={styles.line}>
				<Link to={staffPickupPath(item.id)}>{item.expertName}</Link>
				<span>{item.placeName}</span>
				{item.isPr && <Tag>PR（広告）</Tag>}
				{item.isLeftOut && <Tag tone="warn">表示されていません</Tag>}
				{item.isBeyond && <Tag tone="warn">枠の外のため表示なし</Tag>}
				{item.daysLeft !== null && item.daysLeft <= ENDING_DAYS && (
					<Tag tone="warn">{item.daysLeft === 0 ? '今日で終わり' : `あと${item.daysLeft}日`}</Tag>
				)}
			</div>
			<p className={styles.quiet}>
				{`${item.period}・順番 ${item.position}・${RECENT_DAYS}日のクリック ${item.clicks.recent.toLocaleString('ja-JP')}・累計 ${item.clicks.total.toLocaleString('ja-JP')}`}
			</p>
			<p>{item.reason}</p>
		</li>
	)
}
