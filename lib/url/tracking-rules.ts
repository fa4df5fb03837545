/**
 * Made by test/tools/tracking-rules.ts; don't edit (docs/decisions/0007). From packages under the MIT license:
 * tidy-url 1.18.3, Copyright (c) 2021 DrKain;
 * neat-url 1.1.5, Copyright (c) 2019 (GitLab: Cyprias); and
 * @amplitude/analytics-core 2.61.0, Copyright (c) 2022 Amplitude Analytics.
 * With the names that Brave and Firefox publish for every site (test/tools/browser-lists.ts).
 * Names are in lower case.
 */

/** Identifiers of a single click or email, the same on every site. */
export const tracking =
  '__hsfp __hssc __hstc __s __twitter_impression _bhlid _branch_match_id _branch_referrer _gl _hsenc _hsmi _kx _openstat action_object_map action_ref_map action_type_map at_recipient_id at_recipient_list bbeml bsft_clkid bsft_uid ck_subscriber_id cndid dclid echobox elq elqaid elqat elqcampaignid elqtrack elqtrackid epik et_rid fb_action_ids fb_action_types fb_comment_id fb_ref fb_source fbclid gad_campaignid gad_source gbraid gclid gclsrc gs_l guce_referrer guce_referrer_sig h_sid h_slt hsctatracking irclickid ko_click_id li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash msclkid oft_c oft_ck oft_d oft_id oft_ids oft_k oft_lk oft_sk oly_anon_id oly_enc_id rb_clickid rdt_cid s_cid sc_customer sc_eh sc_uid sccid sfmc_activityid sfmc_id sms_click sms_source sms_uph spjobid spmailingid spreportid spuserid srsltid ss_email_id syclid ttclid twclid unicorn_click_id vero_conv vero_id vgo_ee wbraid wickedid yclid ymclid ymid ysclid';

/** Campaign parameters of a site's own analytics, on every site. */
export const campaign =
  'at_campaign at_campaign_type at_creation at_emailtype at_link at_link_id at_link_origin at_link_type at_medium at_ptr_name at_send_date ga_campaign ga_content ga_medium ga_place ga_source ga_term hmb_campaign hmb_medium hmb_source hsa_acc hsa_ad hsa_cam hsa_grp hsa_kw hsa_la hsa_mt hsa_net hsa_ol hsa_src hsa_tgt hsa_ver int_campaign int_cmp_creative int_cmp_id int_cmp_name int_content int_medium int_source itm_audience itm_campaign itm_campaign_s itm_channel itm_content itm_medium itm_medium_s itm_source itm_source_s itm_term mtm_campaign mtm_cid mtm_content mtm_group mtm_keyword mtm_kwd mtm_medium mtm_placement mtm_source piwik_campaign piwik_cid piwik_content piwik_cpn piwik_keyword piwik_kwd piwik_medium piwik_source pk_campaign pk_cid pk_content pk_cpn pk_keyword pk_kwd pk_medium pk_source utm_ad utm_affiliate utm_brand utm_campaign utm_campaign_id utm_campaignid utm_channel utm_cid utm_content utm_couponvalue utm_creative utm_creative_format utm_email utm_email_id utm_emcid utm_emmid utm_feeditemid utm_id utm_id_ utm_int utm_keyword utm_mailing utm_marketing_tactic utm_medium utm_name utm_newsletter_id utm_place utm_product utm_pubreferrer utm_reader utm_referrer utm_serial utm_session utm_siteid utm_social utm_social-type utm_souce utm_source utm_source_platform utm_supplier utm_swu utm_team utm_term utm_timestamp utm_umguk utm_userid utm_viz_id wt.mc_ev wt.mc_id wt.srch wt_mc wt_mc_o';

/**
 * What single sites add to their own addresses, a rule a line: hosts (`.host` with everything below it, `host.*` with
 * any ending, `*` for names too common to be removed on every site), names, and the parameter that marks an address
 * that redirects to another, which needs all of them.
 */
export const sites = `
* | amp cmpid mbid ncid referrer
audible.com | pf_rd_p pf_rd_r plink qid ref sr
.bandcamp.com | from search_item_id search_item_type search_match_part search_page_id search_page_no search_rank search_sig
.amazon.* | colid coliid content-id crid dchild hvdvcmdl hvlocint hvpone hvpos hvptwo keywords linkcode linkid ms3_c nc1 nc2 pd_rd_i pd_rd_r pd_rd_w pd_rd_wg pf_rd_i pf_rd_m pf_rd_p pf_rd_r pf_rd_s pf_rd_t psc qid qu ref ref_ rnid sc_campaign sc_channel sc_country sc_geo sc_icampaign sc_ichannel sc_icontent sc_iplace sc_outcome smid spla sprefix sr tag trk trkcampaign ufe
.reddit.com | $android_deeplink_path $deeplink_path $og_redirect base_url campaign channel correlation_id domain keyword rdt ref ref_campaign ref_source share_id tags user_agent
.app.link | $android_deeplink_path $deeplink_path $og_redirect adblock base_url campaign channel compact_view dnt domain geoip_country keyword referrer_domain referrer_url tags user_agent
twitch.tv | tt_content tt_email_id tt_medium
.blog.twitch.tv | utm_referrer
pixiv.net | g i
.open.spotify.com | _branch_match_id _branch_referrer context si sp_cid utm_source
.aliexpress.* | _evo_buckets _t aff_fcid aff_fsk aff_platform aff_trace_key afsmartredirect algo_exp_id algo_expid algo_pvid biztype btsid businesstype fromrankid gatewayadapt gbraid gps-id initiative_id origin pdp_npi pdp_pi platform productid productids pvid scenario scm scm-url scm_id shareid sk social_params sourcetype spm spreadtype srcsns tabtype terminal_id tpp_rcmd_bucket_id tt utparam widgetid ws_ab_test
google.* | aqs bih biw client dpr ei gs_l gs_lcp gs_lcrp gs_lp iflsig oq rlz sa sca_esv sclient si source sourceid sxsrf uact ved | url
.youtube.com | app cid embeds_referring_euri feature gclid lid src | q
humblebundle.com | hmb_campaign hmb_medium hmb_source linkid mcid
greenmangaming.com | cjevent irclickid irgwc pdpgatetoken
fanatical.com | aff_track cj_aid cj_pid cjevent
newsweek.com | amp subref
.imgur.com | source
.plex.tv | ckhid origin plex_utm sl
.imdb.com | pf_rd_i pf_rd_m pf_rd_p pf_rd_r pf_rd_s pf_rd_t ref ref_ ref_hp_hp_e_2 rf
gog.com | at_gd prod_id rec_item_id rec_scenario_id rec_source rec_sub_source_id vds_id
tiktok.com | _d _r attr_medium attr_source checksum enter_from enter_method is_copy_url is_from_webapp refer sec_uid sec_user_id sender_device sender_web_id share_app_id share_author_id share_item_id share_link_id social_sharing source tt_from u_code user_id
.facebook.com | fb_ref fb_source fbclid ref referral_code referral_story_type tracking | u
.yandex.com | _openstat from grhow lr origin
.store.steampowered.com | snr
findojobs.co.nz | source
.linkedin.com | contexturn destredirecturl eid licu lipi midsig midtoken originalreferer src trackingid trk trkemail trkinfo upsellorderorigin upselltrackingid upselltrk
.indeed.com | attributionid from
.discord.com | ref source
.medium.com | source
.twitter.com | ref_src ref_url s src
.voidu.com | affiliate
.wingamestore.com | ars
.gamebillet.com | affiliate
gamesload.com | affil
.mightyape.co.nz .mightyape.com.au | m
.apple.com | app at cid ct itscg itsct ls mt pt referrer src uo
.music.apple.com | cid lid sr src
.play.google.com | pcampaignid referrer
.lenovo.com | acid cid clickid irgwc linktrack pid
.itch.io | fbclid
.microsoft.com | icid refd
.berrybase.de | spartner
.instagram.com | igsh igshid source | u
.hubspot.com | hubs_content hubs_content-cta
.ebay.* | _from _trkparms _trksid amdata campid customid ff3 hash media mkcid mkevt mkrid pub siteid ssspo sssrc ssuid toolid ufes_redirect widget_ver
.shopee.* | af_click_lookback af_reengagement_window af_siteid af_sub_siteid af_viewthrough_lookback c is_retargeting pid
msn.com | cvid ocid pc
nuuvem.com | raneaid ranmid ransiteid
.linksynergy.com | id mid | murl
cnbc.com | __source
.yahoo.com | guccounter guce_referrer guce_referrer_sig soc_src soc_trk tsrc
.techcrunch.com | guccounter guce_referrer guce_referrer_sig
.office.com | from
.ticketmaster.co.nz | tm_link
.bostonglobe.com | p1
.cdn.ampproject.org | amp_gsa amp_js_v outputtype usqp
.nbcnews.com | fbclid
countdown.co.nz | itemid promo_creative promo_name promo_position
etsy.com | click_key click_sum dd_referrer frs rec_type ref sts
wattpad.com | wp_originator wp_page wp_uname
noctre.com | aff
dreamgame.com | affiliate
.startpage.com | source
2game.com | ref
.gamesplanet.com | ref
gamersgate.com | aff
ranker.com blog.ranker.com | l li_medium li_source ref rlf
watchworthy.app | ref
.squarespace.com | _ga campaign channel source subcampaign subchannel
baidu.com | __pc2ps_ab oq p_sign p_signature p_timestamp p_tk rqid rsf rsv_bp rsv_btype rsv_dl rsv_enter rsv_idx rsv_iqid rsv_pq rsv_spt rsv_sug1 rsv_sug2 rsv_sug3 rsv_sug4 rsv_sug5 rsv_sug6 rsv_sug7 rsv_sug8 rsv_sug9 rsv_t sa tn usm
primevideo.com | dclid
threadless.com | itm_campaign_s itm_medium_s itm_source_s
wsj.com | mod
thewarehouse.co.nz | sfmc_activityid sfmc_id sfmc_j sfmc_mid sfmc_uid
ko-fi.com | ref src
indiegala.com | ref
transparency.fb.com | source
manymorestores.com | ref
macgamestore.com | ars
blizzardgearstore.com | _s
playbook.com | p
.cookiepro.com | referral source
pinterest.* | rs
bing.com | ccid cdnurl ck cvid form ghacc ghsh pivotparams pq qs ru sc simid sk sp thid
jf79.net | li wi ws ws2
frankenergie.nl | aff_id
.nova.cz | sznclid
.click.justwatch.com | cx sid uct_buybox uct_country | r
psychologytoday.com | amp
mouser.com | qs
awin1.com | awinaffid awinmid clickref | ued
castorama.fr | syte_ref
.quizlet.com | funneluuid source
pbtech.co.nz | qr
.matomo.org | above-fold footer header hp-bottom hp-reasons-heading hp-reasons-icon hp-reasons-learn hp-reasons-p hp-top menu mid-hp step1-hp take-back-control-hp
.eufy.com | ref
newsflare.com | jwsource
wish.com | share
change.org | source_location
.washingtonpost.com | itid s_l
lowes.com | cm_mmc ds_rl gbraid
.stacks.wellcomecollection.org | source
.redbubble.com | ref
.inyourarea.co.uk | branding from_reach_footer_nav from_reach_primary_nav
.fiverr.com | context_referrer funnel imp_id ref_ctx_id referrer_gig_slug source
kqzyfj.com | cjsku pubdata | url
.marca.com | emk intcmp s_kw
.marcaentradas.com | intcmp s_kw
.honeycode.aws | sc_campaign sc_channel sc_country sc_geo sc_icampaign sc_ichannel sc_icontent sc_iplace sc_outcome trackingid trk trkcampaign
studentbeans.com | source
.boxofficemojo.com | ref_
solodeportes.com.ar | nosto refsrc
.joybuggy.com | ref
.etail.market | tracking
.myanimelist.net | _location click_param click_type
.support-dev.discord.com | ref
.dlgamer.com | affil
.newsletter.manor.ch | user_id_1
.producthunt.com | ref
cbsnews.com | ftag intcid
.jobs.venturebeat.com | source
wfaa.com | ref
buyatoyota.com | siteid
independent.co.uk | amp regsourcemethod
.cooking.nytimes.com | action algo imp_id module pgtype region req_id smid surface variant
optigruen.* | chash mdrv
.osi.rosenberger.com | chash
.cbc.ca | __vfz cmp referrer
.local12.com | _gl
.eufylife.com | ref
.walmart.com | adsredirect aduid athancid athasset athbdg athcgid athcpid athguid athieid athmtid athpgid athstid athtvid athwpid athznid bt campaign_id eventst mloc pgid plmt pltfm pos povid pt rdf spqs tax wmlspartner | rd
.dyno.gg | ref
.eufylife.com | ref
.connect.studentbeans.com | ref
.s.pemsrv.com | block cat cookieconsent el idzone scr_info sub tags type | p
chess.com | c
.porndude.link | ref
.xvideos.com | sxcaf
.xvideos.red | pmln pmsc sxcaf
.xhamster.com | source
.milkrun.com | _branch_match_id _branch_referrer
.gog.salesmanago.com | smclient smconv smlid | url
.dailymail.co.uk | ito reg_source
.hashnode.com | source
.s.amazon-adsystem.com | cb d dsig ex-fargs ex-fch | rd
.theguardian.com | acquisitiondata intcmp refpvid
seek.co.nz | sc_trk tracking
.seekvolunteer.co.nz | sc_trk tracking
seekbusiness.com.au | cid tracking
garageclothing.com | site_ref syte_ref
.urbandictionary.com | amp
.norml.org | amp
nbcconnecticut.com | amp
ladysmithchronicle.com | ref
.m10news.com | amp
libretro.com | amp
.bostonherald.com | g2i_campaign g2i_medium g2i_source
.playshoptitans.com | af_ad c pid shortlink source_caller
news.com.au | sourcecode
wvva.com | outputtype
realestate.com.au | campaignchannel campaigncontent campaignname campaignplacement campaignsource campaigntype cid sourceelement sourcepage
.redirectingat.com | id xcust xs | url
.map.sewoon.org | cid
rosequake.com | edmid em linkid taskitemid userid | to
rekrute.com | clear | keyword
.go.skimresources.com | id xcust xs | url
.khnum-ezi.com | browserheight browserwidth gpu iframedetected timezone timezonename type visitid webdriverdetected
.amazon.* | _encoding creative creativeasin ie linkcode linkid psc tag
.google.* | ei gws_rd sei ved
.bing.* | cvid form pq qs sc sk sp
.youtube.* | ab_channel attr_tag feature gclid kw
.reddit.* | st
.twitter.* | ref_src ref_url s
.x.com | ref_src ref_url s
.nytimes.* | emc partner
.instagram.* | igshid
`;
