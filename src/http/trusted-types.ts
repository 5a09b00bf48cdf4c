import type { Config } from '../config.ts'

/** Loads Google's script, and no other address (`web/layout/analytics-script.ts`). */
export const ANALYTICS_POLICY = 'analytics'

/**
 * Every Trusted Types policy that a page may create. `default` is the one that React passes through
 * (`web/layout/trusted-html.ts`): its strings without any `<`, its empty script element and the
 * address of the rooms' worker, nothing else.
 */
export function trustedTypePolicies({ analytics }: Pick<Config, 'analytics'>): readonly string[] {
	// `goog#html` is the policy that Google's own script creates for itself.
	return analytics.kind === 'ga4' ? ['default', ANALYTICS_POLICY, 'goog#html'] : ['default']
}
