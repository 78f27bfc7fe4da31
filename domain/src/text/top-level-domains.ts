// The top-level domains of the root zone (IANA, 2025), in ASCII. Left out are units and elements
// (`30 g.ml/ha`, `K2O.Cl`); words of other scripts are hidden anyway.

const alternatives = (list: string): string => list.trim().split(/\s+/).join('|');

/** Alternatives that end an address wherever they follow a dot. */
export const ENDINGS = alternatives(`
  aaa aarp abb abbott abbvie abc able abogado abudhabi academy accenture accountant
  accountants actor ad ads adult ae aeg aero aetna af afl africa agakhan agency ai aig airbus
  airforce airtel akdn alibaba alipay allfinanz allstate ally alsace alstom amazon
  americanexpress americanfamily amex amfam amica amsterdam analytics android anquan anz aol
  apartments app apple aq aquarelle ar arab aramco archi army arpa art arte asda asia
  associates at athleta attorney au auction audi audible audio auspost author auto autos aw
  aws ax axa az azure baby baidu banamex band bank barcelona barclaycard barclays barefoot
  bargains baseball basketball bauhaus bayern bbc bbt bbva bcg bcn bd be beats beauty beer
  berlin best bestbuy bet bf bh bharti bi bible bid bike bing bingo biz bj black blackfriday
  blockbuster blog bloomberg blue bm bms bmw bn bnpparibas bo boats boehringer bofa bond boo
  book booking bostik boston bot boutique box br bradesco broadway broker brother brussels bs
  bt build builders business buy buzz bv bw by bz bzh cab call calvinklein cam camera canon
  capetown capitalone car caravan cards care career careers cars cash casino catering catholic
  cba cbn cbre center ceo cern cf cfa cfd cg ch chanel channel charity chase chat cheap
  chintai christmas chrome church ci cipriani circle cisco citadel citi citic ck claims
  cleaning click clinic clinique clothing cloud club clubmed cn co coach codes coffee college
  cologne com commbank community company compare computer comsec condos construction
  consulting contact contractors cooking cool coop corsica country coupon coupons courses cpa
  credit creditcard creditunion cricket crown crs cruise cruises cuisinella cw cy cymru cyou
  cz dad dance date dating datsun day dclk dds deal dealer deals degree delivery dell deloitte
  democrat dental dentist desi design dev dhl diamonds diet digital direct directory discount
  discover dish diy dj dk dnp docs doctor dog domains dot download dtv dubai dupont durban
  dvag dvr dz earth eat edeka edu education ee eg email emerck energy engineer engineering
  enterprises epson equipment er ericsson erni esq estate et eu eurovision eus events exchange
  expert exposed express extraspace fage fail fairwinds faith family fans farm farmers fashion
  fast fedex feedback ferrari ferrero fi fidelity fido film finance financial firmdale fish
  fishing fitness fj fk flickr flights flir florist flowers fly fm fo foo food football forex
  forsale forum foundation fr free fresenius frl frogans frontier ftr fujitsu fun fund
  furniture futbol fyi gallery gallo gallup game games garden gay gb gbiz gd gdn ge gea gent
  genting george gf gg ggee gh gi gift gifts gives giving glass gle gm gmail gmbh gmo gmx gn
  godaddy goldpoint golf goo goog google gop got gov gp gq grainger graphics green gripe
  grocery group gs gt gu gucci guge guide guitars guru gw gy hair hamburg hangout haus hbo
  hdfc hdfcbank health healthcare help helsinki here hermes hiphop hisamitsu hitachi hiv hk
  hkt hm hn hockey holdings holiday homedepot homegoods homes homesense horse hospital host
  hosting hot hotels hotmail house how hr hsbc ht hu hughes hyatt hyundai ibm icbc ice icu id
  ieee ifm ikano il im imamat imdb immo immobilien in inc infiniti info institute insurance
  insure intuit investments io ipiranga iq irish is ismaili istanbul it itau itv jaguar java
  jcb je jeep jetzt jewelry jio jll jm jmp jnj jo jobs joburg jot joy jp jpmorgan jprs juegos
  juniper kaufen kddi ke kerryhotels kerryproperties kfh kh ki kia kids kim kindle kitchen kn
  koeln kosher kp kpmg kpn kr krd kred kuokgroup kw ky kyoto kz lacaixa lamborghini lamer land
  landrover lanxess lasalle latino latrobe law lawyer lb lc lds lease leclerc lefrak lego
  lexus lgbt lidl life lifeinsurance lifestyle lighting lilly limited lincoln link live living
  lk llc llp loan loans locker locus lol london lotte lotto love lpl lplfinancial lr ls ltd
  ltda lu lundbeck luxe luxury lv ly madrid maif maison makeup man management market marketing
  markets marriott marshalls mattel mba mc mckinsey me med meet melbourne meme memorial men
  merckmsd mh miami microsoft mit mitsubishi mk mlb mls mma mobi mobile moe moi mom monash
  money monster mormon mortgage moscow motorcycles movie mp mr msd mtn mtr mu museum music mv
  mw mx my mz nab nagoya navy nba nc nec net netbank netflix network neustar new news next
  nextdirect nexus nfl ng ngo nhk nico nike nikon ninja nissan nissay nl nokia norton now
  nowruz nowtv np nr nra nrw ntt nu nyc nz obi observer office okinawa olayan olayangroup ollo
  om one onl online ooo open oracle orange org organic origins osaka otsuka ott ovh page
  panasonic paris pars partners parts party pay pccw pfizer pharmacy phd philips phone photo
  photography photos physio pics pictet pictures pid pin ping pink pizza pk pl place play
  playstation plumbing pnc pohl poker politie porn praxi press prod productions progressive
  promo properties property pru prudential pub pw pwc py qa qpon quebec quest racing re read
  realestate realtor realty recipes red redumbrella rehab reise reisen reit reliance ren rent
  rentals repair report republican rest restaurant review reviews rexroth rich richardli ricoh
  ril rip rocks rogers room rsvp ru rugby ruhr run rw rwe ryukyu saarland safe safety sakura
  sale salon samsclub samsung sandvik sandvikcoromant sanofi sarl save saxo sbi sbs scb
  schaeffler schmidt scholarships school schule schwarz scot sd search seat secure security
  seek sener services seven sew sex sexy sfr sg sh shangrila sharp shell shia shiksha shoes
  shop shopping shouji show silk sina singles site sj ski skin sky skype sling smile sncf
  soccer social softbank software sohu solar solutions song sony soy spa space sport spot srl
  ss stada staples statebank statefarm stc stcgroup stockholm storage store stream studio
  study style sucks supplies supply support surf surgery suzuki sv swatch swiss sx sy sydney
  systems sz taipei talk taobao target tatamotors tatar tattoo tax tci td tdk team tech
  technology temasek tennis teva tg thd theater theatre tiaa tickets tienda tips tires tirol
  tj tjmaxx tjx tk tkmaxx tl tm tmall tn today tokyo tools toray toshiba tours town toyota
  toys trade trading training travel travelers travelersinsurance trust trv tt tube tui tunes
  tushu tv tvs tw tz ua ubank ubs ug uk unicom university uol ups us uy uz vacations vana
  vanguard vegas ventures verisign versicherung vg viajes video vig viking villas vin virgin
  visa vision vlaanderen vn vodka vote voting voyage vu wales walmart walter wang wanggou
  watch watches weather weatherchannel webcam weber website wed wedding weibo weir wf whoswho
  wien wiki williamhill windows wine winners wme wolterskluwer woodside work works world wow
  ws wtc wtf xbox xerox xihuan xin xxx xyz yachts yahoo yamaxun yandex ye yodobashi yoga
  yokohama you youtube yt yun za zappos zara zm zuerich zw
`);

/**
 * Alternatives that are words, states, products or formulations of an offer too. The space after a
 * full stop is often missing before them (`incluso.No porto`), so they end an address only before a
 * path.
 */
export const WORD_ENDINGS = alternatives(`
  ac aco ao as bar bio bom bosch bridgestone cafe cal camp capital casa case cat cc city cv
  data de delta dm do drive eco es fan final fire firestone fit ford fox gal gap global globo
  gold goodyear gratis honda ie industries ing ink int international ir ist kiwi komatsu la
  lat legal li like limo ma mango map md media menu mil mini mint moda moto mov mq ms mt
  name nf no omega ong pa pe pet pg pioneer plus pn post pr prime pro prof protection pt radio
  rio ro rodeo rs sa sap sas sb science se select sk sm smart so sr st star su tab taxi tc tel
  tf to top total tr uno va vc ve vet vi vip viva vivo volvo voto win zero zip zone
`);
