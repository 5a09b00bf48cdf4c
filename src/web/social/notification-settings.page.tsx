import { settingsChangeSchema } from '../../domain/social/notification-schemas.ts'
import { redirect } from 'react-router'
import { requireMember } from '../../domain/shared/context.ts'
import { notificationSettingsPath } from '../../domain/shared/links.ts'
import {
	channelLabels,
	channels,
	type Channels,
	kindNames,
	type NotificationKind,
	notificationKinds,
} from '../../domain/social/notification-kinds.ts'
import { getNotificationSettings, saveNotificationSettings } from '../../domain/social/notification-settings.ts'
import notice from '../ui/notice.module.css'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/notification-settings.page'

import mypage from '../accounts/mypage.module.css'
import styles from './notifications.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { isExpert } = requireMember(ctx)
	const { receiveEmail, kinds } = await getNotificationSettings(ctx)
	return {
		receiveEmail,
		kinds: kindNames
			.filter((kind) => isExpert || notificationKinds[kind].audience === 'everybody')
			.map((kind) => ({ kind, label: notificationKinds[kind].label, on: kinds[kind] })),
		isSaved: new URL(request.url).searchParams.get('saved') === '1',
		csrfToken: formToken(context, request),
	}
})

export const action = formAction({
	input: settingsChangeSchema,
	read: readSettings,
	async run(ctx, settings) {
		await saveNotificationSettings(ctx, settings)
		return redirect(`${notificationSettingsPath()}?saved=1`, 303)
	},
})

function readSettings(form: FormData) {
	const kinds: Partial<Record<NotificationKind, Channels>> = {}
	for (const kind of kindNames) {
		// Only the rows that the form showed.
		if (!form.has(`${kind}.shown`)) continue
		const isOn = (channel: string) => form.has(`${kind}.${channel}`)
		kinds[kind] = { site: isOn('site'), mail: isOn('mail'), digest: isOn('digest') }
	}
	return { receiveEmail: form.has('receiveEmail'), kinds }
}

export default function NotificationSettingsPage({
	loaderData: { receiveEmail, kinds, isSaved, csrfToken },
	actionData: formState,
}: Route.ComponentProps) {
	return (
		<div className={mypage.body}>
			<Head title="通知設定" description="お知らせの受け取り方を選べます。" path="/mypage/notifications" noindex />
			<ErrorSummary formState={formState} />
			{isSaved && !formState && <output className={notice.done}>通知の設定を保存しました。</output>}
			<form method="post" className={mypage.body}>
				<HiddenFields csrfToken={csrfToken} />
				<section className={mypage.section} aria-labelledby="by-mail">
					<h2 id="by-mail">メールでのお知らせ</h2>
					<label className={mypage.check}>
						<input type="checkbox" name="receiveEmail" defaultChecked={receiveEmail} />
						<span>サービスのお知らせをメールで受け取る</span>
						<small>外すと、下の設定にかかわらず、お知らせのメールはお送りしません。広告のメールではありません。</small>
					</label>
					<p>ログインやパスワード、メールアドレスの変更など、安全に関わるメールは、この設定にかかわらずお送りします。</p>
				</section>
				<section className={mypage.section} aria-labelledby="by-kind">
					<h2 id="by-kind">お知らせの種類ごとの受け取り方</h2>
					<p>
						{`「${channelLabels.digest}」は、まだ開いていないお知らせを毎朝8時にまとめてお送りします。「${channelLabels.mail}」も選んだお知らせは、届いたときにだけお送りします。`}
					</p>
					<div className={styles.matrix}>
						{kinds.map(({ kind, label, on }) => (
							<fieldset key={kind} className={styles.kind}>
								<legend>{label}</legend>
								<input type="hidden" name={`${kind}.shown`} value="1" />
								{channels.map((channel) => (
									<label key={channel}>
										<input type="checkbox" name={`${kind}.${channel}`} defaultChecked={on[channel]} />
										{channelLabels[channel]}
									</label>
								))}
							</fieldset>
						))}
					</div>
					<p>
						フォロー中の専門家ごとの受け取り方は、<Link to="/follow">フォロー中の専門家</Link>で選べます。
					</p>
				</section>
				<p>
					<button type="submit" className="button">
						保存する
					</button>
				</p>
			</form>
		</div>
	)
}
