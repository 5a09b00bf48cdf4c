import type { Operator, Site } from '../../domain/shared/context.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { cacheable, withCtx } from '../context.ts'

/** What is public: the bank account is on invoices only. */
function published({ bankAccount: _account, ...rest }: Operator): Omit<Operator, 'bankAccount'> {
	return rest
}

/** Who runs the site, for pages that exist only where the settings say so. Throws not-found otherwise. */
export function operatorOf({ operator, name, publicUrl }: Site) {
	if (!operator) throw notFound('operator')
	return { operator: published(operator), siteName: name, publicUrl }
}

/** Loads that and nothing else. */
export const loadOperator = withCtx(async ({ site }) => Promise.resolve(cacheable(operatorOf(site), [])))

/** The same for a page that also exists without an operator. */
export const loadOperatorIfAny = withCtx(async ({ site }) =>
	Promise.resolve(cacheable({ operator: site.operator ? published(site.operator) : null }, [])),
)
