import { StatusBadge } from "#app/ui/status-badge.tsx";
import { KYC_TONES, KYC_WORDS, type KycState } from "../../rules/kyc/kyc.ts";

export const KycBadge = ({ state }: { state: KycState }) => (
  <StatusBadge tone={KYC_TONES[state]}>{KYC_WORDS[state]}</StatusBadge>
);
