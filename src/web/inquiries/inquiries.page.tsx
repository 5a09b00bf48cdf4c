import { categoryIndexPath, inquiriesPath, inquiryPath } from '../../domain/shared/links.ts'
import { type InquiryItem, listInquiries } from '../../domain/inquiries/inquiry-reading.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { Moment } from '../ui/day.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/inquiries.page'
import stack from '../ui/stack.module.css'
import styles from './inquiry.module.css'

export const handle = { plain: true }

/** The viewer's own inquiries; with `office`, those to one of their offices. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const given = searchParams.get('office') ?? ''
	const officeId = given === '' ? null : /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0
	const { items, page, boxes, ownUnread } = await listInquiries(ctx, { officeId, cursor: searchParams.get('page') })
	return {
		officeId,
		boxes,
		ownUnread,
		page,
		items: items.map(({ lastMessageAt, ...item }) => ({
			...item,
			at: momentOf(lastMessageAt, ctx.now()),
		})),
	}
})

const states: Record<InquiryItem['state'], { own: string; office: string; tone: 'plain' | 'good' | 'warn' }> = {
	waiting: { own: '返信待ち', office: '返信が必要', tone: 'warn' },
	answered: { own: '返信あり', office: '返信済み', tone: 'plain' },
	accepted: { own: '依頼が決まりました', office: '依頼が決まりました', tone: 'good' },
	closed: { own: '終了', office: '終了', tone: 'plain' },
}

const unreadText = (count: number) => (count > 0 ? `（未読${count.toLocaleString('ja-JP')}件）` : '')

export default function InquiriesPage({ loaderData: { officeId, boxes, ownUnread, items, page } }: Route.ComponentProps) {
	const office = boxes.find((box) => box.officeId === officeId)
	const pagePath = (cursor: string | null) => inquiriesPath({ office: officeId ?? undefined, page: cursor })
	return (
		<div className={stack.narrow}>
			<Head title="問い合わせ" description="事務所とのやり取りです。" path={inquiriesPath()} noindex />
			<h2>{office ? `${office.name}に届いた問い合わせ` : 'あなたからの問い合わせ'}</h2>
			{boxes.length > 0 && (
				<nav aria-label="問い合わせの箱">
					<ul className={`${stack.chips} ${styles.boxes}`}>
						<li>
							<Link to={inquiriesPath()} aria-current={officeId === null ? 'page' : undefined}>
								{`あなたから${unreadText(ownUnread)}`}
							</Link>
						</li>
						{boxes.map((box) => (
							<li key={box.officeId}>
								<Link to={inquiriesPath({ office: box.officeId })} aria-current={box.officeId === officeId ? 'page' : undefined}>
									{`${box.name}${unreadText(box.unread)}`}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
			{items.length === 0 ? (
				<NoThreads boxes={boxes} isOffice={office !== undefined} />
			) : (
				<Threads items={items} isOffice={office !== undefined} />
			)}
			<Pager
				label="問い合わせのページ"
				number={page.number}
				previous={page.previous && pagePath(page.previous.cursor)}
				next={page.next && pagePath(page.next.cursor)}
			/>
		</div>
	)
}

function NoThreads({ boxes, isOffice }: Pick<Route.ComponentProps['loaderData'], 'boxes'> & { isOffice: boolean }) {
	return (
		<Empty
			scene="call"
			title={
				isOffice
					? 'この事務所への問い合わせは、まだありません。'
					: `${boxes.length > 0 ? 'あなたから送った' : ''}問い合わせは、まだありません。`
			}
		>
			<p>
				{isOffice ? '届くと、ここに表示され、メールでもお知らせします。' : '事務所のページの「この事務所に問い合わせる」から送れます。'}
			</p>
			{/* Experts come here for what reached their offices. */}
			{!isOffice &&
				boxes.map((box) => (
					<p key={box.officeId}>
						<Link className="button" data-kind="quiet" to={inquiriesPath({ office: box.officeId })}>
							{`${box.name}に届いた問い合わせを見る`}
						</Link>
					</p>
				))}
			{!isOffice && (
				<p>
					<Link className="tap" to={categoryIndexPath()}>
						業務から事務所を探す
					</Link>
				</p>
			)}
		</Empty>
	)
}

function Threads({ items, isOffice }: Pick<Route.ComponentProps['loaderData'], 'items'> & { isOffice: boolean }) {
	return (
		<ul className={`${stack.rows} ${styles.threads}`}>
			{items.map((item) => (
				<li key={item.id} data-unread={item.isUnread}>
					<Link to={inquiryPath(item.id)}>
						{item.isUnread && <span className={styles.unread}>未読</span>}
						<strong>{item.subject}</strong>
						<span>{isOffice && !item.hasLeft ? `${item.with}さん` : item.with}</span>
					</Link>
					<p>
						<Tag tone={states[item.state].tone}>{states[item.state][isOffice ? 'office' : 'own']}</Tag>
						<Moment moment={item.at} />
					</p>
				</li>
			))}
		</ul>
	)
}
