import type { TableRow } from '../shared/tables.ts'

export type ExpertState = TableRow<'experts'>['state']
export type DecidedState = TableRow<'expert_decisions'>['state']
export type CredentialChangeState = TableRow<'credential_changes'>['state']
export type ConsentKind = TableRow<'expert_consents'>['kind']
