import { isStaffWith } from '../../../domain/accounts/staff.ts'
import { deskVerdicts } from '../../../domain/operations/desk-input.ts'
import { readSupportRequest } from '../../../domain/support/support-admin.ts'
import { supportCategories, supportCategoryNames, supportLengths } from '../../../domain/support/support-input.ts'
import { supportDeskReplySchema } from '../../../domain/support/support-schemas.ts'
import { dateText, momentText } from '../../../domain/shared/japan-time.ts'
import { privacyRequestPath, staffPersonPath, staffSupportListPath, staffSupportPath } from '../../../domain/shared/links.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/contacts-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** What people wrote to the operator, by the day until which they are to be answered. Each reading is recorded. */
export const loader = staffLoader(['support', 'moderator'], 'personal-data', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'contacts', args)
	const found = data.openId > 0 ? await readSupportRequest(ctx, data.openId) : null
	return {
		...data,
		categories: supportCategoryNames.filter((name) => isStaffWith(ctx.viewer, supportCategories[name].role)),
		isSupport: isStaffWith(ctx.viewer, 'support'),
		item: found && {
			id: found.id,
			category: found.category,
			senderName: found.senderName,
			email: found.email,
			uid: found.uid,
			topic: found.topic,
			body: found.body,
			pagePath: found.pagePath,
			note: found.note,
			privacyRequestId: found.privacyRequestId,
			due: dateText(found.dueOn),
			created: momentText(found.createdAt),
			replies: found.replies.map(({ at, ...reply }) => ({ ...reply, at: momentText(at) })),
		},
	}
})

export const action = staffAction(['support', 'moderator'], 'personal-data', deskForms('contacts', supportDeskReplySchema))

export default function ContactsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item, categories, isSupport } = loaderData
	const isClaim = item?.category === 'rights'
	return (
		<PlainDesk
			queue="contacts"
			title="お問い合わせ"
			data={loaderData}
			filters={categories.length > 1 ? categories.map((name) => ({ value: name, label: supportCategories[name].label })) : []}
			lead={<Link to={staffSupportListPath({ state: 'closed' })}>終了したお問い合わせ</Link>}
			formState={formState}
			decision={{
				reasonLabel: '返信の文面',
				hint: `${supportLengths.reply.min}〜${supportLengths.reply.max.toLocaleString('ja-JP')}文字。件名と受付番号を付けて、メールで届きます。`,
				facts: item ? { 氏名: item.senderName } : {},
				// A claim ends with an outcome, on its own page.
				verdicts: deskVerdicts.contacts.filter(({ verdict }) => !isClaim || verdict === 'reply'),
			}}
		>
			{item && (
				<>
					<h2>
						<Link to={staffSupportPath(item.id)}>{`受付番号 ${item.id}`}</Link>
						{`：${supportCategories[item.category].label}`}
					</h2>
					<p className={adminStyles.warn}>個人情報を表示しています。この閲覧は操作の記録に残りました。</p>
					<p className={adminStyles.quiet}>{`${item.due}までにお返事します。`}</p>
					<FactList
						rows={[
							{ label: '受付', value: item.created },
							{ label: 'お名前', value: item.senderName },
							{ label: 'メールアドレス', value: item.email },
							...(item.topic === null ? [] : [{ label: '内容', value: item.topic }]),
						]}
					/>
					<Ways item={item} isSupport={isSupport} />
					<blockquote className={adminStyles.quote}>
						<p>{item.body}</p>
					</blockquote>
					{item.replies.map((reply) => (
						<div key={reply.id}>
							<p className={adminStyles.quiet}>{`${reply.at}の返信`}</p>
							<blockquote className={adminStyles.quote}>
								<p>{reply.body}</p>
							</blockquote>
						</div>
					))}
					{item.note !== '' && <p className={adminStyles.reason}>{`メモ：${item.note}`}</p>}
					<p className={adminStyles.quiet}>
						メモを書く、種類を移す{isClaim && '、結果を付けて終了する'}ときは、
						<Link to={staffSupportPath(item.id)}>お問い合わせのページ</Link>を開きます。
					</p>
				</>
			)}
		</PlainDesk>
	)
}

type Item = NonNullable<Route.ComponentProps['loaderData']['item']>

/** Where else the message leads. */
function Ways({ item: { uid, privacyRequestId, pagePath }, isSupport }: { item: Item; isSupport: boolean }) {
	return (
		<p className={adminStyles.line}>
			{uid !== null && isSupport && <Link to={staffPersonPath(uid)}>この会員の情報</Link>}
			{privacyRequestId !== null && isSupport && <Link to={privacyRequestPath(privacyRequestId)}>個人情報の請求の手続き</Link>}
			{pagePath !== null && <Link to={pagePath}>対象のページ</Link>}
		</p>
	)
}
