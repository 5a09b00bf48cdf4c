import { replyTimeText } from '../../domain/inquiries/inquiry-input.ts'
import { shortMoment } from '../../domain/appointments/appointment-input.ts'
import { askOfficePath, bookingPath, estimateFormPath, inboxPath, officeEditPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import type { OfficePageData } from './office-view.ts'
import { openText } from '../format/hours-text.ts'
import { acceptingLabels } from './office-labels.ts'
import stack from '../ui/stack.module.css'
import styles from './office-summary.module.css'

/** Facts before calling: open now, first consultation, accepted clients, contact. On a phone without the acts that the bar has. */
export function OfficeSummary({ office, open, asOf, isOwn }: Pick<OfficePageData, 'office' | 'open' | 'asOf'> & { isOwn: boolean }) {
	return (
		<section className={styles.card} aria-labelledby="contact">
			<h2 id="contact" className={styles.title}>
				相談するには
			</h2>
			<ContactFacts office={office} open={open} asOf={asOf} />
			{isOwn ? <OwnActs officeId={office.id} /> : <Acts office={office} />}
			<Contact office={office} />
		</section>
	)
}

/** The ways to ask for something. On a phone the bar has the others. */
function Acts({ office }: Pick<OfficePageData, 'office'>) {
	return (
		<>
			{office.nextFreeAt !== null && (
				<Link className={`button no-print ${styles.ask} ${styles.inBar}`} rel="nofollow" to={bookingPath(office.id)}>
					{office.firstConsultationFree ? '初回無料相談を予約する' : '面談を予約する'}
				</Link>
			)}
			{office.accepting !== 'paused' && (
				<Link
					className={`button no-print ${styles.ask} ${styles.inBar}`}
					data-kind={office.nextFreeAt === null ? undefined : 'quiet'}
					to={askOfficePath(office.id)}
				>
					この事務所に問い合わせる
				</Link>
			)}
			{office.accepting !== 'paused' && (
				<Link
					className={`button no-print ${styles.ask} ${office.nextFreeAt === null ? styles.inBar : ''}`}
					data-kind="quiet"
					rel="nofollow"
					to={estimateFormPath({ officeIds: [office.id] })}
				>
					見積もりを頼む
				</Link>
			)}
		</>
	)
}

/** A member asks nothing of the own office. */
function OwnActs({ officeId }: { officeId: number }) {
	return (
		<>
			<p className={styles.note}>あなたが所属する事務所です。相談する方には、ここに問い合わせと見積もりのボタンが表示されます。</p>
			<Link className={`button no-print ${styles.ask}`} to={officeEditPath(officeId)}>
				掲載内容を編集する
			</Link>
			<Link className={`button no-print ${styles.ask}`} data-kind="quiet" to={inboxPath()}>
				受信箱を見る
			</Link>
		</>
	)
}

/** The acts of the page at the lower edge of a phone, three at most; wider screens have them beside the text. */
export function OfficeBar({ office: { id, phone, accepting, nextFreeAt } }: Pick<OfficePageData, 'office'>) {
	const isOpen = accepting !== 'paused'
	if (!isOpen && !phone) return null
	return (
		<nav className={styles.bar} aria-label="この事務所に相談する">
			{phone && (
				<a className="button" data-kind="quiet" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
					電話
				</a>
			)}
			{isOpen && (
				<>
					{nextFreeAt === null && (
						<Link
							className="button"
							data-kind="quiet"
							rel="nofollow"
							to={estimateFormPath({ officeIds: [id] })}
							aria-label="見積もりを頼む"
						>
							見積もり
						</Link>
					)}
					<Link
						className="button"
						data-kind={nextFreeAt === null ? undefined : 'quiet'}
						to={askOfficePath(id)}
						aria-label="この事務所に問い合わせる"
					>
						問い合わせる
					</Link>
					{nextFreeAt !== null && (
						<Link className="button" rel="nofollow" to={bookingPath(id)} aria-label="面談を予約する">
							予約する
						</Link>
					)}
				</>
			)}
		</nav>
	)
}

function OpenNow({ open, asOf }: { open: NonNullable<OfficePageData['open']>; asOf: string }) {
	const { badge, detail } = openText(open)
	return (
		<>
			<strong className={styles.badge} data-open={open.open}>
				{badge}
			</strong>
			{detail}
			<span className={styles.note}>{`${asOf}現在`}</span>
		</>
	)
}

function Contact({ office: { phone, website, name } }: { office: OfficePageData['office'] }) {
	if (!phone && !website)
		return <p className={styles.none}>電話番号とウェブサイトは公開されていません。所在地は「アクセス」でご確認ください。</p>
	return (
		<ul className={`${stack.close} ${styles.ways}`}>
			{phone && (
				<li>
					<a className="button" data-kind="quiet" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
						<span className={styles.call}>電話する</span>
						{phone}
					</a>
				</li>
			)}
			{website && (
				<li className="no-print">
					<a className="button" data-kind="quiet" href={website} rel="noopener nofollow" target="_blank">
						{'公式サイト'}
						<span className="visually-hidden">{`：${name}`}</span>
						<span className={styles.outside}>（外部サイト）</span>
					</a>
				</li>
			)}
		</ul>
	)
}

function ContactFacts({ office, open, asOf }: Pick<OfficePageData, 'office' | 'open' | 'asOf'>) {
	const accepting = acceptingLabels[office.accepting]
	const replyTime = replyTimeText(office.replyMinutes)
	return (
		<dl className={styles.facts}>
			{open && (
				<div>
					<dt>いま</dt>
					<dd>
						<OpenNow open={open} asOf={asOf} />
					</dd>
				</div>
			)}
			<div>
				<dt>受付</dt>
				<dd>
					<Tag tone={accepting.tone}>{accepting.label}</Tag>
					<span className={styles.note}>{accepting.detail}</span>
				</dd>
			</div>
			<div>
				<dt>初回相談</dt>
				<dd>
					{office.firstConsultationFree && <Tag tone="good">無料</Tag>}{' '}
					{office.firstConsultation || (office.firstConsultationFree ? '' : '事務所にご確認ください')}
				</dd>
			</div>
			{office.nextFreeAt !== null && (
				<div>
					<dt>面談</dt>
					<dd>{`最短 ${shortMoment(office.nextFreeAt)}（サイトで予約）`}</dd>
				</div>
			)}
			{replyTime !== null && (
				<div>
					<dt>返信</dt>
					<dd>
						{replyTime}
						<span className={styles.note}>最初の返信まで。直近90日の中央値、平日9〜18時で数えた時間</span>
					</dd>
				</div>
			)}
			{office.ways.length > 0 && (
				<div>
					<dt>対応</dt>
					<dd>{office.ways.join('／')}</dd>
				</div>
			)}
		</dl>
	)
}
