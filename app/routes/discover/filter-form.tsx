import { formatNaira, KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import {
	freeDays,
	type PriceCap,
	priceCaps,
	type ShopOrder,
	shopOrders,
} from '#app/kernel/vocabulary/discovery.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { type DiscoverChoice, discoverPath, listId } from './discover-path.ts'
import { KeptFields } from './kept-fields.tsx'

interface FilterFormProps {
	choice: DiscoverChoice
	order: ShopOrder
	/** A place is known, so that 'nearest first' can be offered. */
	hasPlace: boolean
}

/** It closes once it is sent, because its result is below (M19). */
export function FilterForm({ choice, order, hasPlace }: FilterFormProps) {
	const orders = shopOrders.filter(({ id }) => id !== 'nearest' || hasPlace)
	return (
		<details className="menu" name="menu" key={discoverPath(choice)}>
			<summary className="chip" aria-current={choice.sort ? 'true' : undefined}>
				Sort and filter
				<Icon name="chevron" size={18} />
			</summary>
			<ChoiceForm className="grid gap-3" at={listId}>
				<KeptFields choice={choice} except={['sort', 'free', 'price']} />
				<Choice label="Sort by" name="sort" value={order} options={orders} />
				<Choice label="Free" name="free" value={choice.free} any="Any day" options={freeDays} />
				<Choice
					label="Price"
					name="price"
					value={choice.price}
					any="Any price"
					options={priceCaps.map((id) => ({ id, name: priceLabel(id) }))}
				/>
				<Button type="submit" size="small">
					Show shops
				</Button>
			</ChoiceForm>
		</details>
	)
}

interface ChoiceProps {
	label: string
	name: string
	value: string | null
	/** The option of no choice; absent where a choice always exists. */
	any?: string
	options: readonly { id: string; name: string }[]
}

function Choice({ label, name, value, any, options }: ChoiceProps) {
	return (
		<label>
			{label}
			<select className="input" name={name} defaultValue={value ?? ''} key={value}>
				{any && <option value="">{any}</option>}
				{options.map(({ id, name: words }) => (
					<option key={id} value={id}>
						{words}
					</option>
				))}
			</select>
		</label>
	)
}

/** '≤ ₦5,000': a cap on the cheapest service. */
export function priceLabel(cap: PriceCap): string {
	return `≤ ${formatNaira(Number(cap) * KOBO_PER_NAIRA)}`
}
