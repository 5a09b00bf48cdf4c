/** A pair of VAPID keys (RFC 8292): P-256, base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** Where a browser wants its pushes, and the keys that only it can read them with (RFC 8291). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export async function makeVapidKeys(): Promise<VapidKeys> {
	const { default: webPush } = await import('web-push')
	return webPush.generateVAPIDKeys()
}

/**
 * The request that hands a push to the service of a browser, encrypted for that browser. `subject` is an https or mailto address of
 * the operator; `seconds` is how long the service may keep the push for a device that is off.
 */
export async function encryptPush(
	{ endpoint, p256dh, auth }: PushTarget,
	text: string,
	{ keys, subject, seconds }: { keys: VapidKeys; subject: string; seconds: number },
): Promise<{ headers: Record<string, string>; body: Buffer }> {
	const { default: webPush } = await import('web-push')
	// Only prepared by the library: it would connect to any address.
	const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
		vapidDetails: { subject, ...keys },
		TTL: seconds,
		urgency: 'normal',
		contentEncoding: 'aes128gcm',
	})
	if (body === null) throw new Error('a push needs a content')
	return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])), body }
}
