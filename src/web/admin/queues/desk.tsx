import type { ReactNode } from 'react'
import { DoneNote } from '../done-note.tsx'
import type { FormState } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { WorkKeys } from '../../layout/work/work-keys.tsx'
import { deskPath } from '../../../domain/shared/links.ts'
import { FilterTabs, type FilterTab } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import adminStyles from '../admin.module.css'
import { AssignForm } from './assign-form.tsx'
import type { DeskData } from './desk-data.server.ts'
import { Facets } from './facets.tsx'
import { UndoNote } from './undo-note.tsx'
import { Views } from './views.tsx'
import deskStyles from '../../layout/work/desk.module.css'
import styles from './desk.module.css'

const keys = [
	['j', '次の件'],
	['k', '前の件'],
	['1〜6', '理由の文例を選ぶ・外す'],
	['a', '進める判断（確認済みにする／承認する／公開する／返信して終了する／催促する／送り直す）'],
	['f', '戻す・続ける判断（修正を依頼する／差し戻す／返信して続ける／期限を延ばす）'],
	['x', '止める判断（登録を見送る／非公開にする／判断を変えない／取り消す）'],
	['o', '見積もり依頼で、代わりの事務所を案内する'],
	['r', '専門家の審査と資格の変更で、名簿を開いて番号をコピーする'],
	['m', '担当を決める（だれもいなければ自分）'],
	['s', 'あとに回す'],
	['u', '直前の判断を取り消す'],
] as const

/**
 * A queue to work through: the list and, beside it, one item with its decision. On a phone the one or the other. Everything
 * is links and forms; keys press them.
 */
export function Desk({
	title,
	tabs,
	desk,
	csrfToken,
	lead,
	formState,
	children,
}: {
	title: string
	tabs: readonly FilterTab[]
	desk: DeskData
	csrfToken: string
	/** Where the rest of the queue's things are. */
	lead: ReactNode
	formState: FormState | undefined
	/** The item; null while none is open. */
	children: ReactNode
}) {
	const { rows, itemId, undo, failed, done, holder } = desk
	const first = rows[0]
	return (
		<div className={deskStyles.desk} data-open={children === null ? undefined : ''}>
			<div className={deskStyles.head}>
				<h1>{title}</h1>
				<FilterTabs label="絞り込み" tabs={[...tabs]} />
				<FilterTabs label="待ち時間" tabs={desk.narrowings} />
				<Facets facets={desk.facets} kept={desk.kept} action={deskPath(desk.queue)} />
				<Views desk={desk} csrfToken={csrfToken} formState={formState} />
				<p className={`${adminStyles.quiet} ${adminStyles.line}`}>
					{lead}
					<Link to={desk.bulkPath}>まとめて行う</Link>
					<span>{`対応の目安：${desk.targetHours}時間以内`}</span>
				</p>
				<WorkKeys keys={keys} />
			</div>
			{undo && <UndoNote key={undo.id} undo={undo} csrfToken={csrfToken} />}
			{!undo && <DoneNote done={done} />}
			<Failed failed={failed} />
			<Waiting rows={rows} itemId={itemId} pager={desk.pager} />
			<div className={deskStyles.item}>
				<Ways desk={desk} />
				{holder && (
					<p className={adminStyles.warn} role="note">
						{`${holder.name}さんが、この件を${holder.ago}前に開いています。判断は先に行った方のものだけが反映されます。`}
					</p>
				)}
				{children !== null && <AssignForm desk={desk} csrfToken={csrfToken} formState={formState} />}
				{children ?? (
					<p className={adminStyles.empty}>
						{first ? '一覧から選ぶか、「はじめの件を開く」を押してください。' : 'お疲れさまでした。この条件で待っているものはありません。'}
					</p>
				)}
			</div>
		</div>
	)
}

/** The way back to the list on a phone, and to the neighbours. */
function Ways({ desk: { itemId, listPath, previous, next } }: { desk: DeskData }) {
	return (
		<p className={deskStyles.ways}>
			{itemId > 0 && (
				<Link className={deskStyles.back} to={listPath}>
					一覧へ
				</Link>
			)}
			{previous && (
				<Link to={previous.to} data-desk-key="k">
					前の件
				</Link>
			)}
			{next && (
				<Link to={next.to} data-desk-key="j">
					{itemId === 0 ? 'はじめの件を開く' : '次の件'}
				</Link>
			)}
		</p>
	)
}

function Failed({ failed }: Pick<DeskData, 'failed'>) {
	if (failed.length === 0) return null
	return (
		<ul className={`${adminStyles.warn} ${styles.failed}`} role="note" aria-label="反映できなかった判断">
			{failed.map(({ id, itemId: failedItem, failure, to }) => (
				<li key={id}>
					<Link to={to}>{`番号 ${failedItem}`}</Link>
					{`への判断は反映されませんでした。${failure}`}
				</li>
			))}
		</ul>
	)
}

function Waiting({ rows, itemId, pager }: Pick<DeskData, 'rows' | 'itemId' | 'pager'>) {
	return (
		<nav aria-label="順番を待つもの" className={deskStyles.list}>
			{rows.length === 0 ? (
				<p className={adminStyles.empty}>待っているものはありません。</p>
			) : (
				<ol>
					{rows.map((row) => (
						<li key={row.id}>
							<Link to={row.to} aria-current={row.id === itemId ? 'true' : undefined}>
								<strong>{row.title}</strong>
								<span className={row.isLate ? adminStyles.late : undefined}>
									{row.age}
									{row.isLate && '・目安超過'}
								</span>
								<span className={deskStyles.about}>{row.about}</span>
								{row.risks.length > 0 && (
									<span className={styles.risks}>
										{row.risks.map((risk) => (
											<Tag key={risk} tone="warn">
												{risk}
											</Tag>
										))}
									</span>
								)}
								{row.charge !== null && <span className={deskStyles.about}>{row.charge}</span>}
								{row.claimedBy !== null && <span className={deskStyles.about}>{`${row.claimedBy}さんが確認中`}</span>}
							</Link>
						</li>
					))}
				</ol>
			)}
			<Pager {...pager} label="順番を待つもののページ" />
		</nav>
	)
}

/** Puts an item off for a day. */
export function SkipForm({
	itemId,
	nextId,
	csrfToken,
	reasons,
}: {
	itemId: number
	nextId: number
	csrfToken: string
	reasons: readonly string[]
}) {
	return (
		<form method="post" className={styles.skip}>
			<HiddenFields csrfToken={csrfToken} intent="skip" targetId={itemId} />
			<input type="hidden" name="nextId" value={nextId} />
			<label>
				あとに回す理由
				<select name="reason">
					{reasons.map((reason) => (
						<option key={reason}>{reason}</option>
					))}
				</select>
			</label>
			<button type="submit" className="button" data-kind="quiet" data-desk-key="s">
				あとに回す
			</button>
		</form>
	)
}
