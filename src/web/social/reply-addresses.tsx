import { HiddenFields } from '../forms/hidden-fields.tsx'

import mypage from '../accounts/mypage.module.css'

/** What a person may do about the addresses by which their mails are added to cases. */
export function ReplyAddresses({ count, csrfToken }: { count: number; csrfToken: string }) {
	return (
		<section className={mypage.section} aria-labelledby="by-reply">
			<h2 id="by-reply">メールでの返信</h2>
			<p>
				問い合わせや見積もりのお知らせのメールに返信すると、書いた文と添付したファイルが、相手の方とのやり取りに加わります。返信は、登録したメールアドレスから送ったものだけを受け付けます。
			</p>
			<p>
				{count === 0
					? 'いま使える返信先はありません。次のお知らせのメールから、また使えます。'
					: `いま使える返信先は${count}件です（案件ごとに1つ。最後のお知らせから90日で使えなくなります）。`}
			</p>
			{count > 0 && (
				<form method="post" action="#by-reply" className={mypage.body}>
					<HiddenFields csrfToken={csrfToken} intent="revokeReplies" />
					<p>メールをほかの人に転送したときや、メールの中身を見られたおそれがあるときは、これまでの返信先を使えなくできます。</p>
					<button type="submit" className="button" data-kind="quiet">
						これまでの返信先を無効にする
					</button>
				</form>
			)}
		</section>
	)
}
