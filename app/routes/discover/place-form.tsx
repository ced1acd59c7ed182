import { MAX_SEARCH_LETTERS } from '#app/domain/discovery/search-words.ts'
import type { BusinessList } from '#app/flows/discovery/list-businesses.server.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldKinds } from '#app/ui/form/field-kinds.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ChoiceForm } from './choice-form.tsx'
import type { DiscoverChoice } from './discover-path.ts'
import { KeptFields } from './kept-fields.tsx'
import { LocateButton } from './locate-button.tsx'

interface PlaceFormProps {
	choice: DiscoverChoice
	origin: BusinessList['origin']
}

/**
 * The customer's location, from the phone once this is opened, or typed. Distances show only then, the nearest first
 * (D12).
 */
export function PlaceForm({ choice, origin }: PlaceFormProps) {
	const isUnknown = origin.kind === 'unknown'
	const form = (
		<ChoiceForm className="grid gap-3">
			<KeptFields choice={choice} except={['near', 'lat', 'lng', 'sort']} />
			<div className="field">
				<label htmlFor="near">Where are you?</label>
				{isUnknown && (
					<p className="problem" id="near-error">
						We don’t have any shops in ‘{choice.near}’ yet. Try an area such as Yaba, or a city.
					</p>
				)}
				<input
					className="input"
					id="near"
					name="near"
					placeholder="Area or city, such as Yaba"
					defaultValue={choice.near}
					maxLength={MAX_SEARCH_LETTERS}
					{...fieldKinds.place}
					aria-invalid={isUnknown || undefined}
					aria-describedby={isUnknown ? 'near-error' : undefined}
				/>
			</div>
			<LocateButton choice={choice} asksWhenOpened={origin.kind === 'none'}>
				<Button type="submit" size="small" variant="quiet">
					Show
				</Button>
			</LocateButton>
		</ChoiceForm>
	)
	// The field's problem stands above the list.
	if (isUnknown) return form
	return (
		// The phone's location needs script once this is opened.
		<details className="menu" name="menu" key={summaryOf(origin)} data-needs-script>
			<summary className="chip" aria-current={origin.kind === 'none' ? undefined : 'true'}>
				<Icon name="pin" size={18} />
				{summaryOf(origin)}
			</summary>
			{form}
		</details>
	)
}

function summaryOf(origin: BusinessList['origin']): string {
	if (origin.kind === 'place') return `Near ${origin.name}`
	return origin.kind === 'position' ? 'Near you' : 'Near me'
}
