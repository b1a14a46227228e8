import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startTestPlatform } from '../src/platform.ts'

/**
 * Every table of a shop, by what erasing a person does with it. A new table belongs to one of these before it can be merged; what holds
 * something about people belongs to one of the first three, and `personal-data.test.ts` looks for marks in all of their columns.
 */
const classes: Readonly<Record<string, string>> = {
  'rows are addresses of the shop, without saying who asked for them': 'url_redirect missing_path',
  'rows of the person are deleted': `abandoned_checkout back_in_stock_request newsletter_subscriber newsletter_consent wishlist wishlist_item wishlist_link wishlist_gift cart checkout draft_order saved_payment_method member member_agent member_block
    member_connection member_agreement member_consent member_credential member_device member_factor member_grant member_passkey member_recovery_code
    member_session member_slug member_page member_job_change question question_answer question_vote review review_email_off reminder_email_off review_guest review_report review_request review_vote review_job_change membership membership_use authorization_code email_change recovery_token redirect_session
    webhook_event webhook_delivery sign_in_code sign_in_email mail_delivery mail_waiting inbox_mail order_email idempotency request_log`,
  'rows stay without name, address and words':
    'orders order_activity order_return cancellation_request payment payment_action sandbox_charge coupon_use gift_card gift_card_transaction consent subscription_contract audit_entry outbox media member_job',
  'rows stay as they are because the law says so': 'invoice credit_note',
  'rows are about an order or a subscription by its id, with no words of a person': `delivery_slot_order discount_rule_use download
    fulfillment payment_collection payment_provider_heard subscription_activity subscription_cycle stock_movement product_sale counted_order service_gift_card_redemption service_membership_charge service_stock_change`,
  'rows count, without saying whose':
    'back_in_stock_departure wishlist_move product_occurrence product_pair product_view api_calls recommendation recommendation_progress draft_number invoice_counter credit_note_counter order_counter rate_bucket used_proof sign_in_failure staff_failure deleted_member',
  'rows are about the staff, who are removed by the shop': `api_key staff staff_browser staff_invitation staff_recovery_code staff_session
    staff_token_ended staff_totp saved_view`,
  'rows are the shop itself': `abandoned_checkout_scan back_in_stock_wave all_products all_products_place authentication_key catalogue catalogue_rewrite collection collection_place collection_slug connection_secret coupon delivery_slot file_to_remove gift_card_key look_preview look_version media_caption media_derivative media_folder media_import media_job media_link media_usage oauth_app
    option_choice payment_provider_key plugin_key product product_import product_import_item product_import_part product_import_picture product_import_row
    product_import_sku product_job product_job_item low_stock product_listing product_preorder product_slug product_subscription_option provider_health service_gift_card recommendation_pick resumable_upload review_job review_summary catalogue_rating sandbox_script search_word
    signing_key site site_host site_page site_page_version site_setting stock stock_location stock_transfer stock_transfer_line store_clock store_clock_move subscription_option webhook webhook_key vitrine_migration`,
}

test('every table is classified for erasing people, once', async () => {
  await using shop = await startTestPlatform()
  const rows = await shop.platform.database.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_inherits where inhrelid = pg_class.oid)
    order by relname`)
  const classified = Object.values(classes).flatMap((names) => names.split(/\s+/))
  const tables = rows.map(({ name }) => name)
  assert.deepEqual(
    {
      unclassified: tables.filter((name) => !classified.includes(name)),
      gone: classified.filter((name) => !tables.includes(name)),
      twice: classified.filter((name, i) => classified.indexOf(name) !== i),
    },
    { unclassified: [], gone: [], twice: [] },
  )
})
