import { MAX_SERVICES } from '#app/domain/booking/draft/draft.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import type { CheckoutView } from './checkout-view.server.ts'
import { IntentButton } from './intent-button.tsx'

/** Adds and removes services. Buttons, so that they post the typed values. */
export function DraftServices({ view: { services } }: { view: CheckoutView }) {
	return (
		<div className="mt-2">
			{services.length > 1 &&
				services.map(({ id, name }) => (
					<SubmitButton
						key={id}
						variant="quiet"
						size="small"
						name="removeService"
						value={id}
						className="mb-2"
					>
						Remove {name}
					</SubmitButton>
				))}
			{services.length < MAX_SERVICES && (
				<IntentButton intent="add-service">Add another service</IntentButton>
			)}
		</div>
	)
}
