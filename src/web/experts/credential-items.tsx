import type { Credential } from '../../domain/experts/types.ts'
import { monthText } from '../../domain/shared/japan-time.ts'
import { CredentialText } from './expert-credential.tsx'
import styles from './expert.module.css'

/** Each credential with its number, and what the expert has besides. */
export function CredentialItems({
	credentials,
	subQualifications,
}: {
	credentials: readonly Credential[]
	subQualifications: readonly string[]
}) {
	return (
		<>
			{credentials.map((credential) => (
				<li key={credential.profession.id}>
					<CredentialText credential={credential} />
					{credential.registeredOn && <span className={styles.quiet}>{`${monthText(credential.registeredOn)}登録`}</span>}
				</li>
			))}
			{subQualifications.map((name) => (
				<li key={name}>
					<strong>{name}</strong>
				</li>
			))}
		</>
	)
}
