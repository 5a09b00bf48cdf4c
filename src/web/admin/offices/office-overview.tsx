import { deliveryStateLabels } from '../../../domain/estimates/estimate-input.ts'
import type { OfficeFigures } from '../../../domain/operations/offices/office-figures.ts'
import type { OfficeOverview } from '../../../domain/operations/offices/office-overview.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffLeadPath, staffOfficePath, staffReviewsPath } from '../../../domain/shared/links.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { figureRows } from './figure-lines.ts'

const changeLabels = { open: '確認待ち', approved: '承認', returned: '差し戻し', withdrawn: '取り下げ' } as const

/** The overview as a page sends it: moments are texts. */
export const viewOverview = ({ createdAt, publishedAt, changes, requests, ...facts }: OfficeOverview) => ({
	...facts,
	created: momentText(createdAt),
	published: publishedAt && momentText(publishedAt),
	changes: changes.map(({ askedAt, decidedAt, ...change }) => ({
		...change,
		asked: momentText(askedAt),
		decided: decidedAt && momentText(decidedAt),
	})),
	requests: requests.map(({ at, ...request }) => ({ ...request, at: momentText(at) })),
})

export type OfficeOverviewView = ReturnType<typeof viewOverview>

type Props = {
	office: { id: number; overview: OfficeOverviewView; figures: OfficeFigures | null }
	/** What the viewer's other roles open. */
	mayOpen: { reviews: boolean; leads: boolean }
}

/** What is known of an office besides its public page: facts, figures, doubles, changes and requests. */
export function OfficeOverviewSections({ office: { id, overview, figures }, mayOpen }: Props) {
	const { kana, place, phone, website, corporateNumber, invoiceNumber, created, published } = overview
	return (
		<>
			<section className={styles.section} aria-labelledby="facts">
				<h2 id="facts">登録の内容と数字</h2>
				<FactList
					rows={[
						{ label: '番号', value: `${id}` },
						{ label: 'よみ', value: kana },
						{ label: '所在地', value: place },
						{ label: '電話', value: phone ?? '（なし）' },
						{ label: 'サイト', value: website ?? '（なし）' },
						{ label: '法人番号', value: corporateNumber ?? '（なし）' },
						{ label: '登録番号（インボイス）', value: invoiceNumber ?? '（なし）' },
						{ label: '作成', value: created },
						{ label: '公開', value: published ?? '（公開していません）' },
						...(figures ? figureRows(figures) : []),
					]}
				/>
				{mayOpen.reviews && (
					<p>
						<Link to={staffReviewsPath(`?office=${id}`)}>この事務所の口コミ</Link>
					</p>
				)}
			</section>
			<Doubles doubles={overview.doubles} />
			<Changes changes={overview.changes} />
			<Requests requests={overview.requests} mayOpen={mayOpen.leads} />
		</>
	)
}

function Doubles({ doubles }: Pick<OfficeOverviewView, 'doubles'>) {
	return (
		<section className={styles.section} aria-labelledby="doubles">
			<h2 id="doubles">重複の疑い</h2>
			{doubles.length === 0 ? (
				<p className={styles.quiet}>電話または所在地が同じ事務所はありません。法人番号は重複して登録できません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{doubles.map(({ id, name, shared }) => (
						<li key={id}>
							<div className={styles.line}>
								<Link to={staffOfficePath(id)}>{name}</Link>
								<span className={styles.quiet}>{`番号 ${id}・同じもの：${shared.join('、')}`}</span>
							</div>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

function Changes({ changes }: Pick<OfficeOverviewView, 'changes'>) {
	return (
		<section className={styles.section} aria-labelledby="changes">
			<h2 id="changes">確認した変更（新しい順に10件）</h2>
			{changes.length === 0 ? (
				<p className={styles.quiet}>確認が必要な変更の申請は、まだありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{changes.map(({ id, state, reason, asked, decided, by }) => (
						<li key={id}>
							<div className={styles.line}>
								<strong>{changeLabels[state]}</strong>
								<span className={styles.quiet}>{[`${asked}に申請`, decided && `${decided}に判断`, by].filter(Boolean).join('・')}</span>
							</div>
							{reason !== '' && <p className={styles.reason}>{reason}</p>}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

function Requests({ requests, mayOpen }: Pick<OfficeOverviewView, 'requests'> & { mayOpen: boolean }) {
	return (
		<section className={styles.section} aria-labelledby="requests">
			<h2 id="requests">届いた見積もり依頼（新しい順に10件）</h2>
			{requests.length === 0 ? (
				<p className={styles.quiet}>見積もり依頼は、まだ届いていません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{requests.map(({ id, requestId, taskName, state, at }) => (
						<li key={id}>
							<div className={styles.line}>
								{mayOpen ? <Link to={staffLeadPath(requestId)}>{`依頼${requestId}`}</Link> : <span>{`依頼${requestId}`}</span>}
								<span>{taskName}</span>
								<span className={styles.quiet}>{`${deliveryStateLabels[state]}・${at}に到着`}</span>
							</div>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
