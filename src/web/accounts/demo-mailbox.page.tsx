import { findDemoCode, listDemoMails } from '../../domain/accounts/demo-mailbox.ts'
import { configContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { momentText } from '../../domain/shared/japan-time.ts'
import type { Route } from './+types/demo-mailbox.page'
import styles from './demo-mailbox.module.css'

/** A test run sends hundreds. */
const SHOWN = 50

type Piece = { text: string; path: string | null }

export const handle = { plain: true }

/** Only for a demo on localhost; otherwise the domain throws not-found. */
export const loader = withCtx(async (ctx, { context }: Route.LoaderArgs) => {
	const mails = await listDemoMails(ctx)
	const { publicUrl } = context.get(configContext)
	return {
		authenticator: await findDemoCode(ctx),
		mails: mails.slice(0, SHOWN).map(({ id, at, to, subject, replyTo, text }) => ({
			id,
			replyTo: replyTo ?? null,
			at: momentText(at),
			to,
			subject,
			lines: text
				.trim()
				.split('\n')
				.map((line) => pieceOf(line, publicUrl)),
		})),
	}
})

/** Only a line that is a URL of this site becomes a link. */
function pieceOf(line: string, publicUrl: string): Piece {
	return { text: line, path: line.startsWith(`${publicUrl}/`) ? line.slice(publicUrl.length) : null }
}

export default function DemoMailboxPage({ loaderData: { mails, authenticator } }: Route.ComponentProps) {
	return (
		<div className={`content ${styles.page}`}>
			<Head title="デモのメール箱" description="デモが送ったメールを読めます。" path="/demo/mailbox" noindex />
			<h1>デモのメール箱</h1>
			<p>このデモが送ったメールです。外へは送られていません。新しいものから並びます。</p>
			{authenticator && (
				<p className={styles.empty}>
					{`スタッフの見本（${authenticator.email}）の認証アプリが今示しているコード：`}
					<strong data-authenticator-code>{authenticator.code}</strong>
					<br />
					<small>1回使うと、次のコードに替わります。このページを読み込み直してください。</small>
				</p>
			)}
			{mails.length === 0 && (
				<p className={styles.empty}>まだメールはありません。届くまで数秒かかることがあります。ページを読み込み直してください。</p>
			)}
			{mails.map(({ id, at, to, subject, replyTo, lines }, position) => (
				<details key={id} className={styles.mail} open={position === 0}>
					<summary>
						<strong>{subject}</strong>
						<span>{`${to}　${at}`}</span>
					</summary>
					{replyTo !== null && <p className={styles.text}>{`返信先：${replyTo}`}</p>}
					<p className={styles.text}>
						{lines.map(({ text, path }, line) => (
							// Lines of one mail never move.
							// oxlint-disable-next-line react/no-array-index-key
							<span key={line}>{path === null ? text : <a href={path}>{text}</a>}</span>
						))}
					</p>
				</details>
			))}
		</div>
	)
}
