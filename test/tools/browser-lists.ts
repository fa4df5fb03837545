/**
 * Names of tracking parameters that browsers remove on every site, as each publisher had them on that day
 * (docs/decisions/0007). Names alone, which are facts: no code and no text of theirs. test/tools/tracking-news.ts
 * reports what a publisher has added since.
 */

export interface BrowserList {
  readonly publisher: string;
  readonly source: string;
  /** The version or commit that was read. */
  readonly version: string;
  readonly readOn: string;
  readonly names: string;
}

const readOn = '2026-11-23';

export const browserLists: readonly BrowserList[] = [
  {
    publisher: 'Brave, query filter',
    source: 'brave/adblock-lists: brave-lists/query-filter.json, the rule for every site',
    version: '5051bef423ba',
    readOn,
    names:
      '__hsfp __hssc __hstc __s _bhlid _branch_match_id _branch_referrer _gl _hsenc _openstat at_recipient_id at_recipient_list bbeml bsft_clkid bsft_uid dclid et_rid fb_action_ids fb_comment_id fbclid gclid guce_referrer guce_referrer_sig hsCtaTracking irclickid mc_eid ml_subscriber ml_subscriber_hash msclkid mtm_cid oft_c oft_ck oft_d oft_id oft_ids oft_k oft_lk oft_sk oly_anon_id oly_enc_id pk_cid rb_clickid s_cid sc_customer sc_eh sc_uid sfmc_activityid sfmc_id sms_click sms_source sms_uph srsltid ss_email_id syclid ttclid twclid unicorn_click_id vero_conv vero_id vgo_ee wbraid wickedid yclid ymclid ysclid',
  },
  {
    publisher: 'Brave, query filter',
    source:
      'brave/brave-core: components/query_filter/utils.cc, simple and conditional names, before they were a list',
    version: '0c7f00e55270',
    readOn,
    names: '_kx ck_subscriber_id h_sid h_slt mkt_tok',
  },
  {
    publisher: 'Firefox, query stripping and "Copy Clean Link"',
    source:
      'toolkit/components/antitracking/data: StripOnShare.json and StripOnShareLGPL.json, the global rule of each',
    version: 'Firefox 153.7.0 ESR',
    readOn,
    names:
      '_gl at_campaign at_campaign_type at_creation at_emailtype at_link at_link_id at_link_origin at_link_type at_medium at_ptr_name at_recipient_id at_recipient_list at_send_date hsa_acc hsa_ad hsa_cam hsa_grp hsa_kw hsa_la hsa_mt hsa_net hsa_ol hsa_src hsa_tgt hsa_ver li_fat_id s_cid utm_ad utm_affiliate utm_brand utm_campaign utm_campaign_id utm_campaignid utm_channel utm_cid utm_content utm_creative utm_email utm_email_id utm_emcid utm_emmid utm_id utm_id_ utm_keyword utm_medium utm_name utm_newsletter_id utm_place utm_product utm_pubreferrer utm_reader utm_referrer utm_serial utm_session utm_siteid utm_social utm_social-type utm_source utm_supplier utm_swu utm_term utm_umguk utm_userid utm_viz_id var vero_conv wt_mc ymid',
  },
  {
    publisher: 'Our own audit',
    source: 'click identifiers of Google Ads, Pinterest and Snapchat, found on links',
    version: '',
    readOn,
    names: 'epik gad_campaignid gad_source sccid',
  },
];

/** Listed, and not taken: each was looked at. */
export const leftOut: Readonly<Record<string, string>> = {
  // The size or color of an article, in shops of every kind.
  var: 'names a variant of a product',
};

const namesIn = (text: string): string[] => text.toLowerCase().split(' ');

/** Every name that is taken on every site, in lower case. */
export const browserNames: readonly string[] = [
  ...new Set(browserLists.flatMap(({ names }) => namesIn(names))),
].filter((name) => !Object.hasOwn(leftOut, name));
