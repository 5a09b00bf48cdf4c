import type { Calculator } from './calculator.ts'
import { companySetup } from './company-setup.ts'
import { consumptionTax } from './consumption-tax.ts'
import { ecMargin } from './ec-margin.ts'
import { factoringRate } from './factoring-rate.ts'
import { giftTax } from './gift-tax.ts'
import { incorporation } from './incorporation.ts'
import { inheritanceTax } from './inheritance-tax.ts'
import { overtime } from './overtime.ts'
import { socialInsurance } from './social-insurance.ts'

/** All calculators in the order in which the site shows them. */
export const calculators: readonly Calculator[] = [
	incorporation,
	consumptionTax,
	socialInsurance,
	overtime,
	companySetup,
	inheritanceTax,
	giftTax,
	factoringRate,
	ecMargin,
]

export const findCalculator = (slug: string): Calculator | null => calculators.find((one) => one.slug === slug) ?? null
