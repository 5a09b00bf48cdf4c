import type { Config } from '../config.ts'

/** Loads Google's script, and no other address (`web/layout/analytics-script.ts`). */
export const ANALYTICS_POLICY = 'analytics'

/**
 * Those of the page of the API alone, whose Swagger UI writes the Markdown of our document as HTML: `dompurify` cleans it,
 * and `default` (`api/reference.ts`) lets through tags of text only.
 */
export const REFERENCE_POLICIES = ['default', 'dompurify'] as const

/**
 * Every Trusted Types policy that any other page may create. `default` is the one that React passes through
 * (`web/layout/trusted-html.ts`): its strings without any `<` and its empty script element, nothing else.
 */
export function trustedTypePolicies({ analytics }: Pick<Config, 'analytics'>): readonly string[] {
	// `goog#html` is the policy that Google's own script creates for itself.
	return analytics.kind === 'ga4' ? ['default', ANALYTICS_POLICY, 'goog#html'] : ['default']
}
