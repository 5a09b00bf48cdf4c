import { redirect } from 'react-router'
import { targetFields } from '../forms/form-fields.server.ts'
import { listMyContacts, withdrawContact } from '../../domain/funding-diagnosis/contacts.ts'
import { myDiagnosesPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/mypage-diagnoses.page'
import { ContactCard } from './factoring-contact-card.tsx'
import { viewContact } from './factoring-contact-view.server.ts'

import stack from '../ui/stack.module.css'
import styles from '../estimates/estimate.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const { items, page } = await listMyContacts(ctx, searchParams.get('page'))
	return {
		page,
		after: searchParams.get('after'),
		contacts: items.map((contact) => viewContact(contact, ctx.now())),
		csrfToken: formToken(context, request),
	}
})

export const action = formAction({
	input: targetFields,
	async run(ctx, { targetId: id }) {
		await withdrawContact(ctx, { id })
		return redirect(myDiagnosesPath({ after: 'withdrawn' }), 303)
	},
})

export default function MypageDiagnoses({ loaderData: { contacts, page, after, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title="資金の相談" description="資金診断の結果をもとにした相談の申し込みです。" path={myDiagnosesPath()} noindex />
			<h2>資金の相談</h2>
			{after === 'sent' && (
				<p className={styles.good} role="status">
					申し込みを受け付けました。担当者が内容を確かめてから、希望された方法で連絡します。
				</p>
			)}
			{after === 'withdrawn' && (
				<p className={styles.good} role="status">
					申し込みを取り下げ、お名前、連絡先、相談の内容を消去しました。
				</p>
			)}
			{contacts.length === 0 && <p className={styles.lead}>申し込みはありません。資金診断の結果の画面から、相談を申し込めます。</p>}
			<p>
				<Link className="button" data-kind="quiet" to="/lp/factoring">
					資金診断をする
				</Link>
			</p>
			{contacts.map((contact) => (
				<section key={contact.id} className={styles.section} aria-labelledby={`contact-${contact.id}`}>
					<h3 id={`contact-${contact.id}`}>{`${contact.sentDay}の申し込み`}</h3>
					<ContactCard
						contact={contact}
						csrfToken={csrfToken}
						formState={formState?.targetId === `${contact.id}` ? formState : undefined}
					/>
				</section>
			))}
			<Pager
				label="資金の相談のページ"
				number={page.number}
				previous={page.previous && myDiagnosesPath({ page: page.previous.cursor })}
				next={page.next && myDiagnosesPath({ page: page.next.cursor })}
			/>
		</div>
	)
}
