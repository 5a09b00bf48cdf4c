import { countReplyAddresses, revokeReplyAddresses } from '../../domain/cases/reply-addresses.ts'
import { findLineNotices, setLineNotices, stopLineNotices } from '../../domain/social/devices/line-notices.ts'
import { getPushKeys } from '../../domain/social/devices/push-keys.ts'
import { lineNoticesSchema, pushContentSchema, pushDeviceSchema, pushSubscriptionSchema } from '../../domain/social/devices/push-schemas.ts'
import { listPushDevices, removePushDevice, setPushContent, subscribeDevice } from '../../domain/social/devices/push-subscriptions.ts'
import { settingsChangeSchema } from '../../domain/social/notification-schemas.ts'
import { redirect } from 'react-router'
import { requireMember } from '../../domain/shared/context.ts'
import { notificationSettingsPath } from '../../domain/shared/links.ts'
import { channelLabels, channels, kindNames, notificationKinds } from '../../domain/social/notification-kinds.ts'
import { getNotificationSettings, saveNotificationSettings, type SettingsChange } from '../../domain/social/notification-settings.ts'
import notice from '../ui/notice.module.css'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { noFields } from '../forms/form-fields.server.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { momentOf } from '../format/moment.ts'
import { LineNoticesSection } from './line-notices.tsx'
import { PushDevices } from './push-devices.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/notification-settings.page'
import { ReplyAddresses } from './reply-addresses.tsx'

import mypage from '../accounts/mypage.module.css'
import styles from './notifications.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { isExpert, roles, uid } = requireMember(ctx)
	const audiences = ['everybody', ...(isExpert ? ['experts'] : []), ...(roles.length > 0 ? ['staff'] : [])]
	const { receiveEmail, kinds } = await getNotificationSettings(ctx)
	const now = ctx.now()
	const devices = (await listPushDevices(ctx)).map(({ createdAt, lastSentAt, ...device }) => ({
		...device,
		created: momentOf(createdAt, now),
		lastSent: lastSentAt && momentOf(lastSentAt, now),
	}))
	return {
		receiveEmail,
		kinds: kindNames
			.filter((kind) => audiences.includes(notificationKinds[kind].audience))
			.map((kind) => ({ kind, label: notificationKinds[kind].label, on: kinds[kind] })),
		/** Addresses that take the viewer's mails; null while answers by mail are off. */
		replies: ctx.site.inboundMail ? await countReplyAddresses(ctx) : null,
		devices,
		line: await findLineNotices(ctx),
		publicKey: (await getPushKeys(ctx)).publicKey,
		uid,
		done: doneTexts[new URL(request.url).searchParams.get('saved') ?? ''],
		csrfToken: formToken(context, request),
	}
})

const doneTexts: Readonly<Record<string, string>> = {
	saved: '通知の設定を保存しました。',
	device: 'この端末を登録しました。',
	content: 'プッシュ通知の表示を変えました。',
	removed: '端末の登録を外しました。',
	line: 'LINEでのお知らせの設定を保存しました。',
	lineOff: 'LINEでのお知らせを止めました。',
	replies: 'これまでの返信先を無効にしました。',
}

const done = (what: keyof typeof doneTexts) => redirect(`${notificationSettingsPath()}?saved=${what}`, 303)

export const action = pageAction({
	'': {
		input: settingsChangeSchema,
		read: readSettings,
		async run(ctx, settings) {
			await saveNotificationSettings(ctx, settings)
			return done('saved')
		},
	},
	subscribe: {
		input: pushSubscriptionSchema,
		async run(ctx, subscription) {
			await subscribeDevice(ctx, subscription)
			return done('device')
		},
	},
	content: {
		input: pushContentSchema,
		async run(ctx, { targetId, shows }) {
			await setPushContent(ctx, targetId, shows)
			return done('content')
		},
	},
	line: {
		input: lineNoticesSchema,
		async run(ctx, { shows }) {
			await setLineNotices(ctx, { showsContent: shows })
			return done('line')
		},
	},
	lineOff: {
		input: noFields,
		async run(ctx) {
			await stopLineNotices(ctx)
			return done('lineOff')
		},
	},
	remove: {
		input: pushDeviceSchema,
		async run(ctx, { targetId }) {
			await removePushDevice(ctx, targetId)
			return done('removed')
		},
	},
	revokeReplies: {
		input: noFields,
		async run(ctx) {
			await revokeReplyAddresses(ctx)
			return done('replies')
		},
	},
})

function readSettings(form: FormData) {
	const kinds: NonNullable<SettingsChange['kinds']> = {}
	for (const kind of kindNames) {
		// Only the rows that the form showed.
		if (!form.has(`${kind}.shown`)) continue
		const isOn = (channel: string) => form.has(`${kind}.${channel}`)
		kinds[kind] = {
			site: isOn('site'),
			mail: isOn('mail'),
			digest: isOn('digest'),
			push: isOn('push'),
			...(form.has('line.shown') ? { line: isOn('line') } : {}),
		}
	}
	return { receiveEmail: form.has('receiveEmail'), kinds }
}

export default function NotificationSettingsPage({
	loaderData: { receiveEmail, kinds, replies, devices, line, publicKey, uid, done: doneText, csrfToken },
	actionData: formState,
}: Route.ComponentProps) {
	const shown = channels.filter((channel) => channel !== 'line' || line?.isOn)
	return (
		<div className={mypage.body}>
			<Head title="通知設定" description="お知らせの受け取り方を選べます。" path="/mypage/notifications" noindex />
			<ErrorSummary formState={formState} />
			{doneText && !formState && <output className={notice.done}>{doneText}</output>}
			<PushDevices devices={devices} publicKey={publicKey} uid={uid} csrfToken={csrfToken} />
			{line && <LineNoticesSection line={line} csrfToken={csrfToken} />}
			<form method="post" className={mypage.body}>
				<HiddenFields csrfToken={csrfToken} />
				{line?.isOn && <input type="hidden" name="line.shown" value="1" />}
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
								{shown.map((channel) => (
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
			{replies !== null && <ReplyAddresses count={replies} csrfToken={csrfToken} />}
		</div>
	)
}
