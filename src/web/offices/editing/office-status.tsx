import { acceptingChoices } from '../../../domain/offices/office-sections.ts'
import { stateLabels } from '../../../domain/memberships/office-policy.ts'
import { officePath, officePreviewPath } from '../../../domain/shared/links.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import notice from '../../ui/notice.module.css'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import { Moment } from '../../ui/day.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import type { EditedOffice } from './office-edit.server.ts'
import styles from './offices.module.css'

const news: Readonly<Record<string, string>> = {
	draft: '下書きを保存しました。公開ページはまだ変わっていません。',
	faults: '下書きを保存しました。公開の前に直すところがあります。',
	discarded: '下書きを破棄しました。',
	applied: '反映しました。公開ページと一覧に、いま表示されています。',
	waiting: '反映しました。名前、種類、代表者、住所の変更は、運営の確認が済むまで元のまま表示されます。',
	published: '公開しました。一覧と検索に表示されています。',
	unlisted: '非公開にしました。一覧と検索から外れました。',
	accepting: '受付の状態を変えました。',
	withdrawn: '変更の申請を取り下げました。',
	photos: '写真を更新しました。',
}

type FormProps = { office: EditedOffice; csrfToken: string }

/** What was just done, with an undo link if there is one. */
export function SavedNotice({ saved, office, csrfToken }: FormProps & { saved: string | null }) {
	const words = saved === null ? undefined : news[saved]
	if (words === undefined) return null
	return (
		<div className={saved === 'faults' ? formStyles.warning : notice.saved}>
			<output>{words}</output>
			{saved === 'unlisted' && office.may.publish && (
				<form method="post" aria-label="公開に戻す">
					<HiddenFields csrfToken={csrfToken} />
					<button type="submit" name="intent" value="publish" className={styles.plain}>
						元に戻す（もう一度公開する）
					</button>
				</form>
			)}
			{(saved === 'applied' || saved === 'published') && <Link to={officePath(office.id)}>公開ページを見る</Link>}
		</div>
	)
}

/** Where the office stands. */
export function OfficeLine({ office: { id, state } }: { office: EditedOffice }) {
	return (
		<div className={`${stack.line} ${styles.line}`}>
			<Tag tone={state === 'published' ? 'good' : state === 'suspended' ? 'warn' : 'plain'}>{stateLabels[state]}</Tag>
			{state === 'published' && <Link to={officePath(id)}>公開ページを見る</Link>}
			<Link to={officePreviewPath(id)}>下書きのプレビュー</Link>
		</div>
	)
}

export const acceptingLabel = ({ state, accepting }: EditedOffice): string =>
	`${stateLabels[state]}・新しい相談は${acceptingChoices.find(({ value }) => value === accepting)?.label ?? ''}`

export function SuspensionNotice({ office: { state, suspendedReason } }: { office: EditedOffice }) {
	if (state !== 'suspended') return null
	return (
		<div className={formStyles.warning}>
			<p>運営がこの事務所の公開を停止しています。</p>
			{suspendedReason !== null && <p>{suspendedReason}</p>}
		</div>
	)
}

/** A change that waits for staff, or came back from them. */
export function OfficeChange({ office: { change }, csrfToken }: FormProps) {
	if (!change) return null
	return (
		<div className={change.state === 'returned' ? formStyles.warning : formStyles.note}>
			<p>
				{change.state === 'returned' ? (
					'運営から、変更の修正をお願いしています。入力した内容は下書きに戻してあります。'
				) : (
					<>
						<Moment moment={change.asked} />
						の変更を、運営が確認しています。確認が済むまで、公開ページは元のまま表示されます。
					</>
				)}
			</p>
			{change.reason !== '' && <p>{change.reason}</p>}
			<ChangeTable fields={change.fields} />
			<form method="post">
				<HiddenFields csrfToken={csrfToken} />
				<button type="submit" name="intent" value="withdraw" className={styles.plain}>
					{change.state === 'returned' ? 'このお知らせを閉じる' : '変更の申請を取り下げる'}
				</button>
			</form>
		</div>
	)
}

/** The form that publishes the drafts. */
export function PublishBar({ office: { id, state, may }, drafts, csrfToken }: FormProps & { drafts: number }) {
	const isDue = drafts > 0 || may.publish
	return (
		<form method="post" className={styles.bar} data-due={isDue || undefined} aria-label="公開">
			<HiddenFields csrfToken={csrfToken} />
			<p>
				{drafts === 0 ? '反映していない下書きはありません。' : `${drafts}項目に、反映していない下書きがあります。`}
				{!may.publish && state !== 'published' && '公開は、事務所の代表者が行います。'}
			</p>
			{isDue && (
				<div className={styles.buttons}>
					<Link to={officePreviewPath(id)}>プレビュー</Link>
					{may.publish ? (
						<button type="submit" name="intent" value="publish" className="button">
							この内容で公開する
						</button>
					) : (
						<button type="submit" name="intent" value="apply" className="button">
							{state === 'published' ? '公開ページに反映する' : '下書きを確定する'}
						</button>
					)}
				</div>
			)}
		</form>
	)
}
