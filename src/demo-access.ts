import { ConfigError } from './config-error.ts'

/** Password of the demo accounts in a demo that only this machine can reach. It is in the README. */
export const PUBLIC_DEMO_PASSWORD = 'komorebi-mitaka-4'

/** Path of the built-in issuer of an open demo without Google's keys (src/demo-issuer.ts). */
export const DEMO_ISSUER_PATH = '/demo/issuer'

/** Both families: browsers take either for `localhost`. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1']

type DemoDecision = { hosts: readonly string[] | undefined; openDemo: boolean; demoPassword: string | null }

/** Which addresses a site listens on, and whether its demo accounts are for everyone who reaches them. */
export function decideDemoAccess(
	values: {
		HOST?: string | undefined
		DEMO_PASSWORD?: string | undefined
		DATABASE_URL?: string | undefined
		SMTP_URL?: string | undefined
	},
	{ demo, publicUrl }: { demo: boolean; publicUrl: string },
): DemoDecision {
	const { protocol, hostname } = new URL(publicUrl)
	const isLocalDemo = demo && isLoopback(hostname)
	const hosts = hostsOf(values.HOST) ?? (isLocalDemo ? LOOPBACK : undefined)
	const isReachable = hosts === undefined || !hosts.every(isLoopback)
	if (demo && values.HOST !== undefined && isReachable && values.DEMO_PASSWORD === undefined)
		throw new ConfigError(
			'DEMO_PASSWORD',
			`The setting DEMO_PASSWORD is needed with demo content on HOST=${values.HOST}, which other machines can reach: set it, or leave HOST unset, or set SEED_DEMO to false.`,
		)
	const openDemo =
		isLocalDemo &&
		!isReachable &&
		protocol === 'http:' &&
		values.DEMO_PASSWORD === undefined &&
		values.DATABASE_URL === undefined &&
		values.SMTP_URL === undefined
	return { hosts, openDemo, demoPassword: (demo && values.DEMO_PASSWORD) || null }
}

/** Undefined means every address. */
export const hostsOf = (host: string | undefined): readonly string[] | undefined =>
	host === undefined ? undefined : host === 'localhost' ? LOOPBACK : [host]

/** Of a host of a URL or of a setting. Names other than localhost may be led anywhere by DNS. */
function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
