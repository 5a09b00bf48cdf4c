import type { Config } from '../config.ts'

/** Loads Google's script, and no other address (`web/layout/analytics-script.ts`). */
export const ANALYTICS_POLICY = 'analytics'

/**
 * Every Trusted Types policy that a page may create. `default` is in `web/layout/trusted-html.ts`: on hydrated
 * pages it passes React's strings without any `<` and its empty script element, in rooms the address of their worker, nothing else.
 */
export function trustedTypePolicies({ analytics }: Pick<Config, 'analytics'>): readonly string[] {
	// `goog#html` is the policy that Google's own script creates for itself.
	return analytics.kind === 'ga4' ? ['default', ANALYTICS_POLICY, 'goog#html'] : ['default']
}
