import type { Membership } from '../../domain/memberships/office-membership.ts'
import { INVITATION_DAYS, officeRoles, roleLabels, TITLE_LENGTH } from '../../domain/memberships/office-policy.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field, InputField } from '../forms/field.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import formStyles from '../forms/form.module.css'
import fieldStyles from '../forms/field.module.css'
import styles from '../offices/editing/offices.module.css'

type Member = Membership['members'][number]

/** What can be done about one member, and by a member about themselves. */
export function MemberActs({ member, mayManage, csrfToken }: { member: Member; mayManage: boolean; csrfToken: string }) {
	const { isOwn, role, name } = member
	const acts = isOwn
		? [{ intent: 'leave', label: 'この事務所から抜ける' }]
		: mayManage
			? [
					...(role === 'owner' ? [] : [{ intent: 'owner', label: '代表者に加える' }]),
					...(role === 'editor' ? [] : [{ intent: 'editor', label: '編集者にする' }]),
					...(role === 'responder' ? [] : [{ intent: 'responder', label: '窓口にする' }]),
					...(role === 'owner' ? [] : [{ intent: 'hand-over', label: '代表を引き継ぐ' }]),
					{ intent: 'remove', label: 'メンバーから外す' },
				]
			: []
	if (acts.length === 0) return null
	const titleId = `title-${member.expertId}`
	return (
		<details className={styles.more}>
			<summary>{`${name}さんの操作`}</summary>
			{isOwn && <NoticesForm notices={member.notices} csrfToken={csrfToken} />}
			{mayManage && (
				<form method="post" className={styles.inline}>
					<HiddenFields csrfToken={csrfToken} />
					<input type="hidden" name="expertId" value={member.expertId} />
					<InputField
						id={titleId}
						label="肩書き"
						hint="公開ページの「在籍する専門家」に表示されます。例：代表、パートナー"
						optional
						name="title"
						maxLength={TITLE_LENGTH}
						defaultValue={member.title}
					/>
					<button type="submit" name="intent" value="title" className="button" data-kind="quiet">
						肩書きを保存する
					</button>
				</form>
			)}
			<form method="post" className={styles.buttons}>
				<HiddenFields csrfToken={csrfToken} />
				<input type="hidden" name="expertId" value={member.expertId} />
				{acts.map(({ intent, label }) => (
					<button key={intent} type="submit" name="intent" value={intent} className="button" data-kind="quiet">
						{label}
					</button>
				))}
			</form>
		</details>
	)
}

/** Which of the office's cases the viewer hears of; each member chooses for themselves. */
function NoticesForm({ notices, csrfToken }: { notices: Member['notices']; csrfToken: string }) {
	return (
		<form method="post" className={styles.inline}>
			<HiddenFields csrfToken={csrfToken} />
			<Field id="notices" label="受け取るお知らせ" hint="この事務所に届く見積もり依頼・問い合わせ・面談のお知らせとメールです。">
				<select {...controlProps('notices', { hint: true })} name="notices" defaultValue={notices}>
					<option value="all">すべての案件</option>
					<option value="own">自分の担当と、担当が決まっていない案件</option>
				</select>
			</Field>
			<button type="submit" name="intent" value="notices" className="button" data-kind="quiet">
				お知らせの設定を保存する
			</button>
		</form>
	)
}

export function InviteForm({ formState, csrfToken }: { formState: FormState | undefined; csrfToken: string }) {
	const error = formState?.fields['email']
	return (
		<section className={styles.section} aria-labelledby="invite">
			<h2 id="invite">メンバーを招待する</h2>
			<p className={fieldStyles.hint}>
				{`メールのリンクから参加できます。リンクは${INVITATION_DAYS}日間有効で、1回だけ使えます。窓口は依頼と問い合わせに答え、編集者はページの内容も、代表者はメンバーや公開の状態も変えられます。`}
			</p>
			<form method="post" className={formStyles.form} noValidate aria-label="メンバーを招待する">
				<HiddenFields csrfToken={csrfToken} />
				{formState && !error && <ErrorSummary formState={formState} />}
				<InputField id="email" label="メールアドレス" error={error} type="email" defaultValue={textIn(formState?.values, 'email')} />
				<Field id="role" label="役割">
					<select {...controlProps('role', {})} name="role" defaultValue={textIn(formState?.values, 'role') ?? 'editor'}>
						{officeRoles.toReversed().map((role) => (
							<option key={role} value={role}>
								{roleLabels[role]}
							</option>
						))}
					</select>
				</Field>
				<div>
					<button type="submit" name="intent" value="invite" className="button">
						招待のメールを送る
					</button>
				</div>
			</form>
		</section>
	)
}
