import type { LineNotices } from '../../domain/social/devices/line-notices.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Link } from '../ui/link.tsx'
import styles from './notifications.module.css'

import mypage from '../accounts/mypage.module.css'

/** Notices by LINE: what is still missing for them, and the switch. */
export function LineNoticesSection({ line, csrfToken }: { line: LineNotices; csrfToken: string }) {
	const { isLinked, isFriend, isOn, showsContent } = line
	return (
		<section className={mypage.section} aria-labelledby="by-line">
			<h2 id="by-line">LINEでのお知らせ</h2>
			{!isLinked && (
				<p>
					LINEでお知らせを受け取るには、先に<Link to="/mypage/account">アカウント</Link>でLINEと連携してください。
				</p>
			)}
			{isLinked && (
				<>
					<p>
						{isOn
							? '下の設定で「LINE」を選んだお知らせを、LINEのトークにお送りします。'
							: 'お知らせをLINEのトークで受け取れます。種類ごとの受け取り方は、始めたあとに選べます。'}
					</p>
					{isFriend !== true && <AddFriend botId={line.botId} isBlocked={isFriend === false} />}
					<form method="post" className={mypage.body}>
						<HiddenFields csrfToken={csrfToken} intent="line" />
						<label className={mypage.check}>
							<input type="checkbox" name="shows" defaultChecked={showsContent} />
							<span>お知らせの文も送る</span>
							<small>外すと、お知らせの種類と開くためのリンクだけを送ります。文はLINEヤフー株式会社のサーバーを通ります。</small>
						</label>
						<p>
							<button type="submit" className="button" data-kind="quiet">
								{isOn ? 'LINEの設定を保存する' : 'LINEで受け取る'}
							</button>
						</p>
					</form>
					{isOn && (
						<form method="post" className={styles.stop}>
							<HiddenFields csrfToken={csrfToken} intent="lineOff" />
							<button type="submit" className="button" data-kind="quiet">
								LINEでのお知らせを止める
							</button>
						</form>
					)}
				</>
			)}
		</section>
	)
}

const AddFriend = ({ botId, isBlocked }: { botId: string; isBlocked: boolean }) => (
	<p className={mypage.warn}>
		{isBlocked
			? 'LINEでアカウントがブロックされているため、お送りできません。ブロックを解除してください。'
			: 'LINEで受け取るには、友だち追加が必要です。'}
		<a className="tap" href={`https://line.me/R/ti/p/${encodeURIComponent(botId)}`} rel="noopener" target="_blank">
			友だち追加の画面を開く
		</a>
	</p>
)
