import { POPUP_CHANNEL, POPUP_PATH, type PopupMessage, type ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import { type AuthFlow, catalogueMessage } from '../../domain/accounts/catalogue.ts'
import { IdentityError } from './identity-error.ts'

/** Spec section 9. */
const WIDTH = 500
const HEIGHT = 600
/** As long as the server remembers the attempt. */
const WAIT_MS = 10 * 60_000

let cancelRunning: (() => void) | null = null

/** Gives up the popup that is open now, if one is. */
export function cancelPopup(): void {
	cancelRunning?.()
}

/**
 * Opens the provider's popup and gives the ticket that comes back by BroadcastChannel. Must be called on the click
 * itself; with `intent` the popup opens empty and goes on when the intent is there. Whether the popup was closed cannot
 * be known (a provider's page may cut it off from us), so the wait ends by message, by a newer attempt or by time.
 */
export async function openPopup(provider: ProviderName, flow: AuthFlow, intent?: () => Promise<string>): Promise<string> {
	cancelPopup()
	const attempt = crypto.randomUUID()
	const addressWith = (more: Record<string, string>) =>
		`${POPUP_PATH}?${new URLSearchParams({ provider, attempt, origin: window.location.origin, ...more }).toString()}`
	const popup = window.open(intent ? 'about:blank' : addressWith({}), `identity-${attempt}`, features())
	if (!popup) throw new IdentityError('auth/popup-blocked', flow)
	const waiting = waitFor(attempt, provider, flow)
	try {
		if (intent) popup.location.replace(addressWith({ intent: await intent() }))
		return await waiting.ticket
	} catch (error) {
		popup.close()
		throw error
	} finally {
		waiting.stop()
	}
}

function features(): string {
	const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - WIDTH) / 2))
	const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - HEIGHT) / 2))
	return `popup=yes,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}

function waitFor(attempt: string, provider: ProviderName, flow: AuthFlow): { ticket: Promise<string>; stop: () => void } {
	const channel = new BroadcastChannel(POPUP_CHANNEL)
	let timer: ReturnType<typeof setTimeout> | undefined
	const ticket = new Promise<string>((resolve, reject) => {
		const fail = (code: string) => reject(new IdentityError(code, flow, { message: catalogueMessage(code, flow, { provider }) }))
		channel.addEventListener('message', ({ data }: MessageEvent<PopupMessage>) => {
			if (data.attempt !== attempt) return
			if ('ticket' in data) resolve(data.ticket)
			else fail(data.error)
		})
		timer = setTimeout(() => fail('auth/popup-closed-by-user'), WAIT_MS)
		cancelRunning = () => fail('auth/cancelled-popup-request')
	})
	ticket.catch(() => undefined)
	return {
		ticket,
		stop() {
			clearTimeout(timer)
			channel.close()
			cancelRunning = null
		},
	}
}
