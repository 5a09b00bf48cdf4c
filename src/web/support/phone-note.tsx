import type { Operator } from '../../domain/shared/context.ts'

/** Where the operator is reached without a form. */
export function PhoneNote({ operator }: { operator: Pick<Operator, 'name' | 'phone' | 'hours'> }) {
	return (
		<p>
			{`お電話：`}
			<a href={`tel:${operator.phone.replaceAll('-', '')}`}>{operator.phone}</a>
			{`（${operator.hours}）`}
			<br />
			{operator.name}
		</p>
	)
}
