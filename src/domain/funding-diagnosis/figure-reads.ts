import type { Ctx } from '../shared/context.ts'
import { getFacts } from '../taxonomy/fact-reads.ts'
import { editionAt, type Fact, isOverdue } from '../taxonomy/facts.ts'
import type { FigureSource, FundingFigures } from './figures.ts'

const keys = [
	'market-factoring-two-low',
	'market-factoring-two-high',
	'market-factoring-three-low',
	'market-factoring-three-high',
	'market-factoring-medical-low',
	'market-factoring-medical-high',
	'market-factoring-holdback',
	'claim-transfer-registration',
	'claim-transfer-stamp-duty',
	'market-loan-rate',
	'market-loan-rate-range',
	'market-guaranteed-loan-rate',
	'market-guarantee-fee',
	'interest-ceiling-small',
	'interest-ceiling-middle',
	'interest-ceiling-large',
] as const

/** Reads the figures in force on `day`, with their sources. Of a fact that has ended the last value is used: a page must not fail for it. */
export async function readFundingFigures(ctx: Pick<Ctx, 'db'>, day: string): Promise<{ figures: FundingFigures; sources: FigureSource[] }> {
	const facts = await getFacts(ctx, keys)
	const edition = (key: (typeof keys)[number]) => valueOn(facts[key], day)
	const amount = (key: (typeof keys)[number]): number => {
		const found = edition(key).numbers['amount']
		if (found === undefined) throw new Error(`the fact ${key} has no amount`)
		return found
	}
	return {
		figures: {
			two: { min: amount('market-factoring-two-low'), max: amount('market-factoring-two-high') },
			three: { min: amount('market-factoring-three-low'), max: amount('market-factoring-three-high') },
			medical: { min: amount('market-factoring-medical-low'), max: amount('market-factoring-medical-high') },
			holdback: amount('market-factoring-holdback'),
			registration: amount('claim-transfer-registration'),
			stampDuty: amount('claim-transfer-stamp-duty'),
			loanRate: amount('market-loan-rate'),
			ceilings: {
				small: amount('interest-ceiling-small'),
				middle: amount('interest-ceiling-middle'),
				large: amount('interest-ceiling-large'),
			},
			loanRates: {
				usual: edition('market-loan-rate-range').value,
				guaranteed: edition('market-guaranteed-loan-rate').value,
				guaranteeFee: edition('market-guarantee-fee').value,
			},
		},
		sources: keys.map((key) => {
			const { value, checkedOn, comparedOn, compareBy, pending, renewalFrom } = edition(key)
			const { name, source } = facts[key]
			return {
				name,
				value,
				title: source.title,
				url: source.url,
				checkedOn,
				comparedOn,
				compareBy,
				pending,
				isOverdue: isOverdue({ renewalFrom }, day),
			}
		}),
	}
}

function valueOn(fact: Fact, day: string) {
	const edition = editionAt(fact, day) ?? fact.editions.at(-1)
	if (!edition) throw new Error(`the fact ${fact.key} has no value`)
	return edition
}
