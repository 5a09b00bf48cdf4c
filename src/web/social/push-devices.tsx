import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useFetcher } from 'react-router'
import { ErrorSummary } from '../forms/error-summary.tsx'
import type { FormState } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import type { Moment as MomentText } from '../format/moment.ts'
import { subscriptionFields } from '../layout/work/room-worker.ts'
import { endPushes, notePushesOf, WORKER_SCOPE } from '../session/kept-pages.ts'
import { Moment } from '../ui/day.tsx'
import styles from './notifications.module.css'

import mypage from '../accounts/mypage.module.css'

export type ShownDevice = {
	id: number
	name: string
	isCurrent: boolean
	showsContent: boolean
	created: MomentText
	lastSent: MomentText | null
}

type Props = { devices: readonly ShownDevice[]; publicKey: string; uid: string; csrfToken: string }

/** The devices that get pushes, and whether this one does. The permission is asked for after a press only. */
export function PushDevices({ devices, publicKey, uid, csrfToken }: Props) {
	return (
		<section className={mypage.section} aria-labelledby="by-push">
			<h2 id="by-push">端末へのプッシュ通知</h2>
			<p>
				登録した端末には、しるべを開いていないときも、下の設定で「プッシュ」を選んだお知らせが届きます。ロック画面でほかの人に読まれないように、はじめは種類だけを表示します。
			</p>
			<ThisDevice isListed={devices.some(({ isCurrent }) => isCurrent)} publicKey={publicKey} uid={uid} csrfToken={csrfToken} />
			{devices.length > 0 && (
				<ul className={mypage.rows}>
					{devices.map((device, index) => (
						<Device key={device.id} device={device} place={index + 1} csrfToken={csrfToken} />
					))}
				</ul>
			)}
		</section>
	)
}

function Device({ device, place, csrfToken }: { device: ShownDevice; place: number; csrfToken: string }) {
	// Two devices of one kind are told apart by their place.
	const about = `${device.name}（上から${place}番目）`
	return (
		<li>
			<div>
				{device.name}
				{device.isCurrent && <span className={mypage.here}>　この端末</span>}
				<small>
					登録　
					<Moment moment={device.created} />
				</small>
				{device.lastSent && (
					<small>
						最後の通知　
						<Moment moment={device.lastSent} />
					</small>
				)}
				<small>{device.showsContent ? 'お知らせの文も表示します' : '種類だけを表示します'}</small>
			</div>
			<div className={styles.stop}>
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="content" targetId={device.id} />
					<input type="hidden" name="shows" value={device.showsContent ? '' : '1'} />
					<button
						type="submit"
						className="button"
						data-kind="quiet"
						aria-label={`${device.showsContent ? '種類だけにする' : '文も表示する'}：${about}`}
					>
						{device.showsContent ? '種類だけにする' : '文も表示する'}
					</button>
				</form>
				<form method="post" onSubmit={() => void (device.isCurrent && stopHere())}>
					<HiddenFields csrfToken={csrfToken} intent="remove" targetId={device.id} />
					<button type="submit" className="button" data-kind="quiet" aria-label={`登録を外す：${about}`}>
						登録を外す
					</button>
				</form>
			</div>
		</li>
	)
}

const findWorker = () => navigator.serviceWorker.getRegistration(WORKER_SCOPE)

const stopHere = async (): Promise<void> => endPushes(await findWorker())

/** What this browser can do; unknown until scripts have looked. */
type Ability = 'unknown' | 'able' | 'denied' | 'unable' | 'to-install'

/** Looked at again with each render: a person may refuse after a press. */
const neverChanges = () => () => {}

function abilityOf(): Ability {
	if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)
		return Notification.permission === 'denied' ? 'denied' : 'able'
	// Safari on a phone has pushes for sites on the home screen only.
	return 'standalone' in navigator && navigator.standalone === false ? 'to-install' : 'unable'
}

const sayings: Readonly<Record<Exclude<Ability, 'able' | 'unknown'>, string>> = {
	denied: 'このサイトの通知が止められています。ブラウザーの設定で許してから、開き直してください。',
	unable: 'このブラウザーは、プッシュ通知を受け取れません。',
	'to-install': 'iPhone・iPadでは、共有メニューの「ホーム画面に追加」をして、そこから開くと登録できます。',
}

function ThisDevice({ isListed, publicKey, uid, csrfToken }: { isListed: boolean; publicKey: string; uid: string; csrfToken: string }) {
	const ability = useSyncExternalStore<Ability>(neverChanges, abilityOf, () => 'unknown')
	const [problem, setProblem] = useState('')
	const [isAsking, setIsAsking] = useState(false)
	const fetcher = useFetcher<FormState>()
	async function press() {
		setProblem('')
		setIsAsking(true)
		try {
			const permission = await Notification.requestPermission()
			// A refusal shows in what the browser can do.
			if (permission !== 'granted') return
			const subscription = await subscribe(publicKey)
			notePushesOf(uid)
			await fetcher.submit({ ...subscriptionFields(subscription), intent: 'subscribe', csrfToken }, { method: 'post' })
		} catch {
			setProblem('登録できませんでした。通信の状態を確かめて、もう一度お試しください。')
		} finally {
			setIsAsking(false)
		}
	}
	if (isListed) return null
	// Most browsers are able: the place of the button is kept from the start.
	if (ability !== 'able' && ability !== 'unknown') return <Said>{sayings[ability]}</Said>
	return (
		<div className={styles.here}>
			{fetcher.data && <ErrorSummary formState={fetcher.data} />}
			<noscript>
				<Said>この端末を登録するには、JavaScriptを使えるブラウザーが必要です。</Said>
			</noscript>
			<button
				type="button"
				className="button needs-script"
				data-kind="quiet"
				disabled={ability === 'unknown' || isAsking || fetcher.state !== 'idle'}
				onClick={() => void press()}
			>
				この端末で受け取る
			</button>
			{problem !== '' && <p role="alert">{problem}</p>}
		</div>
	)
}

const Said = ({ children }: { children: ReactNode }) => <p className={`${styles.here} ${styles.said}`}>{children}</p>

/** A subscription that was made with a former key of the site gives way to a new one. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
	const registration = await findWorker()
	if (!registration) throw new Error('no worker')
	const options = { userVisibleOnly: true, applicationServerKey: publicKey }
	try {
		return await registration.pushManager.subscribe(options)
	} catch (error) {
		const former = await registration.pushManager.getSubscription()
		if (!former) throw error
		await former.unsubscribe()
		return registration.pushManager.subscribe(options)
	}
}
