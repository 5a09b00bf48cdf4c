import { acceptingChoices } from '../../../domain/offices/office-sections.ts'
import { stateLabels } from '../../../domain/memberships/office-policy.ts'
import { officeDeletePath, officeMembersPath, officePath, officePreviewPath } from '../../../domain/shared/links.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import notice from '../../ui/notice.module.css'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { controlProps, Field } from '../../forms/field.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import type { OfficeEditData } from './office-edit.server.ts'
import styles from './offices.module.css'

const news: Readonly<Record<string, string>> = {
	draft: '下書きを保存しました。「公開ページに反映する」を押すまで、公開されません。',
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

type Office = OfficeEditData['office']

/** Where the office stands, and what can be done with it as a whole. */
export function OfficeStatus({ office, saved, csrfToken }: { office: Office; saved: string | null; csrfToken: string }) {
	const { id, state, may, change, suspendedReason } = office
	return (
		<>
			{saved !== null && news[saved] !== undefined && (
				<output className={saved === 'faults' ? formStyles.warning : notice.saved}>{news[saved]}</output>
			)}
			<div className={`${stack.line} ${styles.line}`}>
				<Tag tone={state === 'published' ? 'good' : state === 'suspended' ? 'warn' : 'plain'}>{stateLabels[state]}</Tag>
				{state === 'published' && <Link to={officePath(id)}>公開ページを見る</Link>}
				<Link to={officePreviewPath(id)}>下書きのプレビュー</Link>
				<Link to={officeMembersPath(id)}>メンバー</Link>
				{may.delete && <Link to={officeDeletePath(id)}>事務所を削除する</Link>}
			</div>
			{state === 'suspended' && (
				<div className={formStyles.warning}>
					<p>運営がこの事務所の公開を停止しています。</p>
					{suspendedReason !== null && <p>{suspendedReason}</p>}
				</div>
			)}
			{change && (
				<div className={change.state === 'returned' ? formStyles.warning : formStyles.note}>
					<p>
						{change.state === 'returned'
							? '運営から、変更の修正をお願いしています。入力した内容は下書きに戻してあります。'
							: `${change.askedAt}の変更を、運営が確認しています。確認が済むまで、公開ページは元のまま表示されます。`}
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
			)}
			{state !== 'draft' && (
				<form method="post" className={styles.inline} aria-label="受付の状態">
					<HiddenFields csrfToken={csrfToken} />
					<Field id="accepting" label="新しい相談の受付">
						<select {...controlProps('accepting', {})} name="accepting" defaultValue={office.accepting}>
							{acceptingChoices.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</select>
					</Field>
					<button type="submit" name="intent" value="accepting" className="button" data-kind="quiet">
						受付の状態を変える
					</button>
				</form>
			)}
		</>
	)
}

/** What makes the drafts public. */
export function PublishBar({ office: { state, may }, drafts, csrfToken }: { office: Office; drafts: number; csrfToken: string }) {
	return (
		<form method="post" className={styles.bar} data-due={drafts > 0 || may.publish || undefined} aria-label="公開">
			<HiddenFields csrfToken={csrfToken} />
			<p>{drafts === 0 ? '反映していない下書きはありません。' : `${drafts}項目に、反映していない下書きがあります。`}</p>
			<div className={styles.buttons}>
				{drafts > 0 && !may.publish && (
					<button type="submit" name="intent" value="apply" className="button">
						{state === 'published' ? '公開ページに反映する' : '下書きを確定する'}
					</button>
				)}
				{may.publish && (
					<button type="submit" name="intent" value="publish" className="button">
						この内容で公開する
					</button>
				)}
				{may.unlist && (
					<button type="submit" name="intent" value="unlist" className={styles.plain}>
						非公開にする
					</button>
				)}
			</div>
		</form>
	)
}
