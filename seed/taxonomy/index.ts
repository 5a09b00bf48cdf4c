import { funding } from './funding.ts'
import { incorporation } from './incorporation.ts'
import { inheritance } from './inheritance.ts'
import { ip } from './ip.ts'
import { itDx } from './it-dx.ts'
import { labor } from './labor.ts'
import { legal } from './legal.ts'
import { permit } from './permit.ts'
import { startupLoan } from './startup-loan.ts'
import { subsidy } from './subsidy.ts'
import { succession } from './succession.ts'
import { taxAccounting } from './tax-accounting.ts'
import type { CategorySeed } from './types.ts'

/** The twelve categories in the order in which the site shows them. */
export const categories: readonly CategorySeed[] = [
	funding,
	startupLoan,
	subsidy,
	incorporation,
	taxAccounting,
	labor,
	legal,
	permit,
	ip,
	succession,
	inheritance,
	itDx,
]
