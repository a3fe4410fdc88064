// The words of a commitment, language by language. A new language is rows here and cases in
// tests/oracle/robust_reading.jsonl. Chinese, Japanese and Korean characters are a word each, so their words need no
// spaces.
#include "brink/extract/robust/frames.h"

#include <array>

namespace brink::robust {
namespace {

using enum Act;

constexpr auto kRows = std::to_array<FrameRow>({
    // Marks and notations of every language.
    {"", kSame, ": → ⇒ -> => >"},
    {"", kSame, "- – — ― −"},
    {"", kSame, ", ، 、 ，"},
    {"", kSame, "? ？ ؟"},
    {"", kJoin, "/ & + ,"},
    {"", kFollows, ", - : /"},
    {"", kFiller, ": -"},
    {"", kLeadsOn, ": is equal ist est es è é это 是 は है هي"},
    {"", kHedges, "?"},
    {"", kAnswer, "☑ @ | \\boxed @ | \\therefore @ | \\therefore & @ | #### @ | @ ✅ | ✅ @ | @ ✓ | ✔ @"},
    {"", kSame, "☑ ☒ 🗹"},
    {"", kSame, "☐ ⬜ □"},
    {"", kSuppose, "☐ @"},
    {"", kDeny, "@ ❌ | ❌ @ | @ ✗"},

    // English
    {"en", kSame, "is was be been being remains becomes = equals"},
    {"en", kSame, "are were"},
    {"en", kSame, "option choice solution response selection alternative letter one closest decision"},
    {"en", kSame, "answer answers"},
    {"en", kSame, "correct right proper accurate valid"},
    {"en", kSame, "wrong incorrect false invalid inaccurate incorrectly wrongly"},
    {"en", kSame, "choose select pick chose selected chosen choosing selecting picked picking"},
    {"en", kSame, "seems appears looks sounds seem appear look"},
    {"en", kSame, "isn't aren't wasn't ain't isnt"},
    {"en", kSame, "can't cannot couldn't cant"},
    {"en", kSame, "doesn't don't didn't dont doesnt"},
    {"en", kSame,
     "eliminate eliminates eliminated eliminating exclude excludes excluded excluding discard discarded dismiss "
     "dismissed reject rejected rejecting discount"},
    {"en", kSame, "rule ruled ruling rules"},
    {"en", kSame, "if whether assuming supposing"},
    {"en", kSame, "think thinks thought believe believed believes guess suspect feel"},
    {"en", kSame, "so thus hence therefore consequently accordingly thereby ergo"},
    {"en", kSame, "suppose assume imagine consider considering supposed assumed"},
    {"en", kSame, "could might may"},
    {"en", kSame,
     "fits follows adheres aligns matches satisfies works adhere align match correctly accurately maintains respects "
     "preserves"},
    {"en", kSame, "violates contradicts fails misplaces disrupts misorders reverses jumbles inverts breaks"},
    {"en", kSame, "claims claim claimed says said states stated note notes hint hints hinted insists"},
    {"en", kSame,
     "students student people person someone somebody some many users user professor developer dev others everyone "
     "everybody they he she friend friends colleague textbook teacher author expert experts people's"},
    {"en", kFiller,
     "the this my our your that which final clearly definitely certainly most likely probably probable indeed simply "
     "just really best correct right proper only still now then to would should must will has have ought obviously "
     "surely ultimately more here itself thus therefore hence actually plainly exactly quite all both i'd i'll logical "
     "plausible appropriate suitable accurate single as labeled labelled namely overall an a of us in very strictly "
     "technically objectively logically factually formally"},
    {"en", kNoun, "option choice letter answer alternative options statement"},
    {"en", kJoin, "and or nor plus also"},
    {"en", kAlso, "also likewise"},
    {"en", kFollows,
     "has have because since as and or but which is was would seems looks appears due so not rather with for if unless "
     "when given while based where although though from in it this that can cannot must should will has there also too "
     "only i on by per over to"},
    {"en", kConcludes, "so conclusion overall consequently finally summary ultimately"},
    {"en", kNegates,
     "not no never neither nor none nothing can't isn't doesn't won't wouldn't shouldn't hasn't haven't didn't without "
     "unlike except rather instead than but however although excluding besides"},
    {"en", kHedges,
     "if could perhaps maybe possibly whether or either question sure unsure unclear suppose think unless wrong "
     "eliminate rule"},
    {"en", kProposes, "to let let's lets we first step given suppose here regarding what which"},
    {"en", kTitle, "dr mr mrs prof"},
    {"en", kHeading, "question problem exercise item task number q"},
    {"en", kIf, "if unless"},
    {"en", kElse, "unless | in which case | otherwise | or else | except when | except if | but if | but in case"},
    {"en", kYes, "yes true correct"},
    {"en", kNo, "no false wrong"},
    {"en", kEvery, "all every anything everything each others rest"},
    {"en", kWrong, "wrong contradiction eliminate violates unlikely impossible implausible out"},
    {"en", kTogether, "are were both all"},
    {"en", kForced, "choose guess forced pressed pushed ado mind doubt"},
    {"en", kTakes,
     "is say says fits read find get got take mean means obtain have favor favors favour favours back supports support "
     "suggests indicates yields gives give becomes it's that's he's make choose circle tick submit enter put write "
     "report prefer want keep leaves remain answer call implies"},
    {"en", kTowards, "on to with at for upon towards toward down"},
    {"en", kStands,
     "stands captures explains describes accounts comes can applies apply stays holds passes works wins survives fits "
     "prevails satisfies stays agrees succeeds qualifies emerges"},
    {"en", kSelf, "i i'd i'll i'm i've my we we'd we'll our let's"},
    {"en", kOthers,
     "students roommate roommate's neighbour neighbor flatmate classmate brother sister boss colleague's friend's most "
     "many some others everyone everybody colleague colleagues friend friends teacher professor textbook textbooks "
     "manual key hint assistant user author they he she people classmates internet forum model someone"},
    {"en", kReports,
     "answered gave choose think says claims insist insists suggested suggests prefer prefers go goes opt opted vote "
     "voted"},
    {"en", kConcedes,
     "although though while whereas despite notwithstanding albeit granted initially originally wanted almost nearly "
     "earlier previously"},
    {"en", kNone, "no none nothing never neither"},
    {"en", kSignsOff, "best regards cheers sincerely yours thanks greetings wishes xoxo love"},
    {"en", kUnreal, "would would've it'd i'd+have we'd+have i'd've"},
    {"en", kCase, "had | were | without | with | in that case | in this case | under"},
    {"en", kExcept,
     "anything but @ | every but @ | except @ | except for @ | all but @ | everything but @ | apart from @ | "
     "aside from @ | other than @"},
    {"en", kAnswer,
     "answer is @ | answer : @ | makes @ only | making @ only | makes @ answer | making @ answer | makes @ option | "
     "making @ option | @ has my vote | "
     "@ gets my vote | my vote goes to @ | me down for @ | conclusion is @ | conclusion : @ | after checking @ | "
     "after checking : @ | after consideration @ | statement that is not correct is @ | "
     "option that is not correct is @ | answer ~ is @ | option is @ | option : @ | answer ? @ | answer - @ | "
     "answer \n @ | answers are @ | correct options are @ | correct choices are @ | ans : @ | ans ) @ | ans . @ | ans "
     "is @ | "
     "final : @ | option ~ is @ | think is @ | think : @ | correct statement is @ | i meant @ | i mean @ | "
     "correction : @ | edit : @ | i choose @ | choose @ | i'll choose @ | go with @ | go for @ | going with @ | "
     "opt for @ | settle on @ | settling on @ | vote for @ | i say @ | i'd say @ | i'll say @ | answer's @ | "
     "answer as @ | answer with @ | correct : @ | correct one is @ | best is @ | best : @ | @ is answer | @ is option "
     "| "
     "(@) ~ is correct answer | (@) ~ is correct option | @ is my answer | it would is @ | answer should is @ | "
     "@ as answer | @ as my answer | answer is , ~ , @ | @ as correct answer | @ final answer | stick with @ | "
     "sticking with @ | lock in @ | answer must is @ | mark @ | result : @ | verdict : @ | correct is @ | answered @ | "
     "bet on @ | responds @ | answer that is @ | ? is : @"},
    {"en", kAssert,
     "@ checks out | evidence is for @ | evidence supports @ | can't not is @ | can't is anything but @ | can't is "
     "anything other than @ | can't is other than @ | isn't "
     "anything but @ | "
     "(@) does . | @ is my choose | @ is what's left | @ is what is left | can't go wrong with @ | "
     "nothing wrong with @ | you'll find @ | you will find @ | you'll get @ | @ stands as answer | "
     "@ is what we're after | @ is what i'm after | @ is what we want | @ is what we need | @ is correct | "
     "@ are correct | @ is best | @ is strongest | should is @ | it should is @ | i get @ | i got @ | i obtain @ | "
     "only @ survives | only @ remains | only @ is left | only @ fits | only @ works | points towards @ | "
     "point towards @ | pointing towards @ | @ is right | @ it is | @ must is correct | must is @ | it is @ | it's @ | "
     "that's @ | this is @ | that is (@) | which is (@) | leaves @ | leaving @ | making (@) | makes (@) | "
     "confirming (@) | confirms (@) | (@) correct | (@) ~ is correct | left with @ | points to @ | point to @ | "
     "pointing to @ | corresponds to @ | corresponding to @ | i think @ | i think it's @ | we choose @ | "
     "@ is most likely | @ is most plausible | @ is most appropriate | @ is most accurate | @ is most suitable | "
     "@ is most reasonable | @ is closest | @ is only correct | seems like @ | conclude @ | conclude that @ | "
     "concluded @ | equivalent to (@) | matches (@) | match (@) | represented by (@) | given by (@) | "
     "described by (@) | leading to (@) | is (@) | is in (@) | lean @ | lean towards @ | lean toward @ | "
     "leaning towards @ | leaning toward @ | favor @ | prefer @ | identified as (@) | correct @ | @ wins | "
     "statement ~ is @ | selected answer @ | : (@) correct | @ is . | leaves with @ | leave with @ | makes it @ | "
     "making it @ | i.e. @ | that is , @ | anything other than @ could | anything but @ could | nothing but @ | "
     "none but @ | anything other than @ | nothing other than @ | none other than @ | @ comes closest | "
     "@ comes nearest | @ is nearest | true is @ | only @ is true | only @ is correct | @ stands out as correct | "
     "@ stands out as best | @ stands out as answer | this one's @ | @ is what you're looking for | "
     "@ is what you are looking for"},
    {"en", kLean,
     "only @ | without doubt @ | @ rather than | @ instead of | so @ | so , @ | yes @ | yes , @ | doubt , @ | "
     "choose , @ | pushed , @ | pressed , @ | forced , @ | elimination , @ | elimination : @ | review , @ | "
     "reflection , @ | finally @ | finally , @ | wait - @ | wait , @ | no - @ | no , @ | no : @ | actually @ | "
     "actually , @ | scratch that , @ | rather @ | (@) fits | @ seems correct | @ seems best | @ seems more | "
     "@ seems most | @ seems to | @ fits | (@) ~ fits | but @ | answer @ | @ seems likely | @ seems plausible | "
     "@ is likely | @ is more likely | aligns with (@) | fits (@) | @ is more plausible | @ is better | "
     "@ is more correct | @ best | (@) best | is therefore (@) | would is @ | otherwise @ | otherwise , @ | "
     "@ is more specific | @ is more precise | @ is more general | @ is more direct | @ is closest | @ is supported | "
     "supports (@) | @ makes sense | @ makes most sense | means @ | implies @ | "
     "indicates @ | think answer could is @ | think it could is @ | leaning @ | my guess @ | had to think , @ | "
     "had to choose , @ | must think , @ | must choose , @ | most probably @ | most likely @"},
    {"en", kDeny,
     "none of @ hold | none of @ work | none of @ fit | @ is not it | @ isn't it | not @ | doesn't choose @ | doesn't "
     "go with @ | doesn't say @ | none of @ can | none of @ is | can't choose @ | "
     "can't go with @ | never choose @ | not choose @ | isn't @ | can't is @ | can't @ | rule out @ | eliminate @ | "
     "cross out @ | instead of @ | rather than @ | neither @ | nor @ | never @ | no longer @ | unlike @ | rule @ out | "
     "doesn't @ | not ~ choose @ | won't choose @ | wouldn't choose @ | wouldn't go with @ | not go with @ | than @ | "
     "avoid @ | @ is gone | @ is wrong | @ is out | @ is eliminate | @ can is eliminate | @ is rule out | "
     "@ can is rule out | "
     "@ rule out | @ eliminate | @ violates | @ wrong | (@) ~ is wrong | (@) ~ violates | (@) ~ wrong | "
     "@ seems wrong | @ is unlikely | @ is less likely | @ is irrelevant | @ is implausible | @ seems unlikely | "
     "@ would is wrong | @ must is wrong | @ out | : (@) wrong | @ is impossible | @ is contradicted | "
     "@ can be eliminate | @ is also wrong | @ is not correct | @ isn't correct | @ doesn't fit | @ does not fit | "
     "@ not correct | wrong answer : @ | wrong option : @ | wrong : @ | wrong answer are @ | wrong option are @ | "
     "@ would not is correct | @ can't is correct | @ can't is | @ can not is | @ is not answer | @ is not option | "
     "@ isn't answer | @ are wrong | @ are eliminate | @ are rule out | @ are not correct | (@) ~ are wrong"},
    {"en", kAgainst,
     "@ is not | @ isn't | @ can't | @ can not | @ doesn't | @ do not | @ does not | @ seems less | @ is less | "
     "@ is incomplete | @ would not | @ is too | @ will not | @ has no | @ are not | @ could not | @ should not | "
     "@ may not | @ might not | @ was not | @ is unrelated | @ is partially"},
    {"en", kSuppose,
     "second best : @ | second best is @ | one of @ | @ is one of | @ is also plausible | first guess : @ | first "
     "guess is @ | initial guess : @ | "
     "initial answer : @ | initial answer is @ | @ is my answer until | @ until | @ is also possible | if @ | "
     "unless @ | possible answers : @ | possible answer is @ | suppose @ | suppose it's @ | could is @ | could @ | "
     "whether @ | between @ | either @ | maybe @ | perhaps @ | possibly @ | try @ | trying @ | check @ | checking @ | "
     "test @ | look at @ | looking at @ | what about @ | how about @ | evaluate @ | examine @ | why @ | is it @ | "
     "regarding @ | for @ | about @ | could choose @ | @ could is | @ could @ | tempted to choose @ | perhaps it's @ | "
     "maybe it's @ | @ is possible | compare @ | not sure if @ | versus @ | vs @ | considered @ | analyze @ | "
     "@ would is correct if | @ says | @ states | students answered @ | students ~ answered @ | suppose it is @ | "
     "suppose that @ | would is @ if | in the case of @ | @ suggests | could work @ | like @ | let's @"},
    {"en", kDenies,
     "nobody would | nobody should | no one would | no one should | doesn't think | not think | not | never | doubt | "
     "not clear | not obvious | not certain | doubtful | no evidence | unclear | is unlikely | unlikely | no way | "
     "not the case | can't say | wouldn't say | not say | doesn't mean | not mean | doubt that | not sure | "
     "not convinced | no reason to think | there is no way | far from clear | wouldn't | won't | isn't that | "
     "can't is that | not saying | not claim | not true | not true that | isn't true that | wrong that | "
     "wrong to say | wrong to say that"},
    {"en", kSupposes,
     "at first i think | first i think | i first think | initially i think | i initially think | originally i think | "
     "i originally think | might object that | might argue that | could object that | object that | argue that | if | "
     "unless | suppose | "
     "could | mistake is | misconception is | mistaken to | wrong to | mistaken | claims | says that | students | "
     "even if | as if | maybe | perhaps | possibly | why | according to | could think | would students think | "
     "students think | students would say | tempted to | tempted to say | tempted to think | tempted to answer | "
     "one could | one might think | could conclude | claims that | claims it | check | could say | check that | "
     "verify | how | when | claims as | each | every | analyze | examine | evaluate | compare"},
    {"en", kDoubt,
     "oops | whoops | my bad | hang on | hold on | wait | actually | hmm | however | but | on second thought | "
     "on reflection | correction | reconsider | let me reconsider | instead | rather | oops | sorry | mistake | no | "
     "error | recheck | alternatively | on closer | rethink | revise | revised | changed my mind | change my answer | "
     "upon | although | yet | after all | looking again | meant | edit"},
    {"en", kTakesBack,
     "scratch that | strike that | wait no | wait , no | wait - no | no wait | no , wait | never mind | i was wrong | "
     "that is wrong | that's wrong | that's not correct | that isn't correct | that is not correct | this is wrong | "
     "ignore that | disregard that | hmm no | hmm , no | actually no | actually , no | oh no | forget that | "
     "i made mistake | i made an error | i take that back | i retract | that can't is correct"},

    // German
    {"de", kSame, "ist war wäre lautet heißt bleibt sei ergibt"},
    {"de", kSame, "antwort lösung antwortmöglichkeit auswahl antwortoption endantwort"},
    {"de", kSame, "richtig korrekt richtige korrekte richtigen korrekten zutreffend zutreffende stimmt"},
    {"de", kSame, "falsch inkorrekt unzutreffend ausgeschlossen unrichtig"},
    {"de", kSame, "wähle wählen nehme entscheide"},
    {"de", kSame, "daher deshalb somit folglich demnach deswegen also"},
    {"de", kSame, "könnte vielleicht möglicherweise eventuell"},
    {"de", kFiller,
     "die der das den richtige korrekte daher somit also endgültige finale beste eindeutig wahrscheinlich deshalb "
     "folglich meine sie es hier damit sicherlich klar demnach dem nur jedoch allerdings hingegen dagegen vielmehr "
     "doch"},
    {"de", kNoun, "option antwort antwortoption buchstabe möglichkeit aussage variante"},
    {"de", kJoin, "und oder sowie noch"},
    {"de", kAlso, "auch ebenfalls"},
    {"de", kFollows, "weil da denn und oder ist ,"},
    {"de", kConcludes, "daher insgesamt schließlich fazit zusammenfassend"},
    {"de", kNegates, "nicht kein keine keinen nie weder noch ohne außer statt sondern aber jedoch als"},
    {"de", kHedges, "wenn falls ob könnte oder möglicherweise frage vielleicht"},
    {"de", kProposes, "um zunächst betrachten wir lassen"},
    {"de", kTitle, "herr frau"},
    {"de", kHeading, "frage aufgabe"},
    {"de", kIf, "wenn falls"},
    {"de", kElse, "es sei denn | sonst | andernfalls | ansonsten | außer wenn | außer falls | in welchem fall"},
    {"de", kYes, "ja"},
    {"de", kNo, "nein"},
    {"de", kEvery, "alle alles sämtliche jede jeder jedes"},
    {"de", kWrong, "falsch ausschließen ausschließt scheiden entfallen streichen"},
    {"de", kTogether, "sind beide alle"},
    {"de", kForced, "müsste wählen"},
    {"de", kTakes, "ist bleibt wähle nehme ergibt nenne erhalte liefert ergeben trägt kreuze"},
    {"de", kTowards, "auf bei zu für mit"},
    {"de", kStands, "passt gilt hält stimmt überzeugt erfüllt gewinnt"},
    {"de", kSelf, "ich mir mich mein meine wir unser unsere komme bleibe lande tendiere"},
    {"de", kOthers,
     "viele manche andere schüler studenten studierende lösungsheft kollege kollegin lehrer lehrerin buch lehrbuch "
     "freund nutzer forum"},
    {"de", kReports, "meint sagt behauptet glaubt glauben wählt wählen nennt tippt tippen steht hält meinen nehmen"},
    {"de", kConcedes, "obwohl obgleich trotz zunächst zuerst anfangs ursprünglich während zwar"},
    {"de", kNone, "kein keine keinen nichts niemand"},
    {"de", kSignsOff, "gruß grüße grüßen liebe"},
    {"de", kUnreal, "wäre wären würde würden hätte"},
    {"de", kCase,
     "in diesem fall | in dem fall | mit | ohne | bei | hätte | wäre | würde | würden | hätten | wären | sollte"},
    {"de", kExcept, "außer @ | bis auf @ | ausgenommen @"},
    {"de", kAnswer,
     "antwort ist @ | antwort : @ | antwort ~ ist @ | richtig ist @ | richtig : @ | option ist @ | möglichkeit ist @ | "
     "ich wähle @ | wähle mich für @ | @ ist antwort | @ ist richtig antwort | antwort - @ | antwort \n @ | "
     "ich tippe auf @"},
    {"de", kAssert,
     "@ ist das was | @ ist das , was | spricht für @ | @ kommt in frage | @ ist richtig | @ richtig | es ist @ | "
     "bleibt nur @ | bleibt @ | ist (@) | @ trifft zu | sondern @ | gilt @ | @ gilt | kreuze @ an | trifft @ zu | "
     "halte @ für richtig | würde @ nehmen | würde @ wählen | würde @ ankreuzen | nehme @ | halte ich @ für richtig | "
     "halte aber @ für richtig | komme ich auf @ | komme auf @"},
    {"de", kLean, "daher @ | also doch @ | doch @ | antwort @ | aber @ | sonst @ | andernfalls @ | ansonsten @"},
    {"de", kDeny,
     "nicht @ | weder @ | noch @ | kein @ | keine @ | ausschließen @ | statt @ | @ ist falsch | @ kommt nicht | "
     "@ ist nicht | @ sind falsch | @ falsch | @ scheidet aus | @ scheiden aus | @ kann nicht | "
     "@ kann ausgeschlossen | @ trifft nicht | @ entfällt | @ sind nicht | @ passt nicht"},
    {"de", kSuppose,
     "könnte @ | könnte es @ | könnte die antwort @ | wenn @ | falls @ | ob @ | entweder @ | zwischen @ | @ könnte | "
     "angenommen @ | es könnte @ | wäre @ wenn | warum ist @"},
    {"de", kDenies, "glaube nicht dass | denke nicht dass | glaube nicht , dass | denke nicht , dass | nicht dass"},
    {"de", kSupposes,
     "erst dachte ich , | zuerst dachte ich , | anfangs dachte ich , | könnte meinen , dass | könnte man meinen | "
     "könnte man denken | wenn | falls | ob | angenommen | könnte | jede"},
    {"de", kDoubt,
     "verzeihung | entschuldigung | pardon | moment | warte | doch | allerdings | jedoch | korrektur | eigentlich | "
     "nein | aber"},
    {"de", kTakesBack, "moment , nein | warte , nein | nein , das ist falsch | das ist falsch | das war falsch"},

    // French
    {"fr", kSame, "est était serait reste demeure sera"},
    {"fr", kSame, "réponse réponses"},
    {"fr", kSame, "correcte correct bonne juste exacte vraie bon exact"},
    {"fr", kSame, "fausse faux incorrecte incorrect erronée erroné inexacte exclue éliminée fausses incorrectes"},
    {"fr", kSame, "choisis choisirais sélectionne retiens"},
    {"fr", kSame, "donc ainsi alors"},
    {"fr", kFiller,
     "seule seul seulement la le les donc bonne correcte finale juste meilleure exacte lettre ma clairement bien "
     "sûrement probablement une un"},
    {"fr", kNoun, "option l'option réponse lettre proposition choix"},
    {"fr", kJoin, "et ou ni"},
    {"fr", kAlso, "aussi également"},
    {"fr", kFollows, "car parce puisque et ou est qui"},
    {"fr", kConcludes, "donc conclusion finalement"},
    {"fr", kNegates, "pas ne n'est non ni jamais sans sauf plutôt mais aucun aucune que"},
    {"fr", kHedges, "si peut pourrait ou question soit"},
    {"fr", kProposes, "pour d'abord voyons nous considérons"},
    {"fr", kIf, "si"},
    {"fr", kElse, "à moins que | à moins qu'il | sauf si | auquel cas | sinon | autrement | dans le cas contraire"},
    {"fr", kYes, "oui"},
    {"fr", kNo, "non"},
    {"fr", kEvery, "tous toutes tout chaque"},
    {"fr", kWrong, "fausse éliminer écarter"},
    {"fr", kTogether, "sont"},
    {"fr", kForced, "devais fallait choisir"},
    {"fr", kTakes, "seule seul seulement est reste choisis prends retiens donne garde c'est coche réponds"},
    {"fr", kTowards, "pour sur vers à par"},
    {"fr", kStands, "convient tient fonctionne marche satisfait"},
    {"fr", kSelf, "je j'opte moi nous j'en ma mon j'arrive j'obtiens"},
    {"fr", kOthers, "beaucoup certains élèves étudiants manuel corrigé professeur collègue plupart ami livre"},
    {"fr", kReports,
     "répond répondent répondraient disent dit prétend affirme choisit choisissent choisiraient pensent pense"},
    {"fr", kConcedes, "malgré quoique abord initialement"},
    {"fr", kNone, "aucun aucune rien"},
    {"fr", kSignsOff, "cordialement amicalement bises"},
    {"fr", kUnreal, "serait seraient aurait auraient"},
    {"fr", kCase, "dans ce cas | avec | sans | si"},
    {"fr", kExcept, "sauf @ | excepté @ | hormis @ | à l'exception de @"},
    {"fr", kAnswer,
     "réponse est @ | réponse : @ | réponse ~ est @ | réponse - @ | l'option correcte est @ | option est @ | "
     "l'option est @ | je choisis @ | je dirais @ | je dirais que c'est @ | @ est bonne réponse | @ est réponse | "
     "@ est la réponse | correcte est @ | proposition est @ | choisir @ | retenir @ | choisit @ | choisissons @ | "
     "on retient @ | choix est @"},
    {"fr", kAssert,
     "@ est correcte | c'est @ | il s'agit de @ | c'est l'option @ | reste que @ | reste @ | il reste @ | est (@) | "
     "mais @"},
    {"fr", kLean, "donc @ | réponse @ | sinon @ | sinon , @"},
    {"fr", kDeny,
     "pas @ | n'est pas @ | ni @ | plutôt que @ | éliminer @ | exclure @ | @ est fausse | @ n'est pas | "
     "@ est à éliminer | @ sont fausse | @ ne peut | @ ne convient | @ n'est | @ ne sont pas"},
    {"fr", kSuppose, "si @ | pourrait être @ | peut-être @ | peut être @ | entre @ | soit @ | supposons @ | est-ce @"},
    {"fr", kDenies, "pense pas que | crois pas que | suis pas sûr que | doute que"},
    {"fr", kSupposes,
     "d'abord pensé que | au début je pensais que | pourrait croire que | pourrait penser que | croirait que | "
     "dirait que | aurait dit que | certains pensent que | "
     "si | supposons que | peut-être que | si c'est | chaque"},
    {"fr", kDoubt,
     "pardon | erreur | en réalité | attendez | attends | en fait | cependant | mais | non | plutôt | finalement | "
     "correction"},
    {"fr", kTakesBack,
     "ah non | non , pardon | attendez , non | attends , non | non , attendez | c'est faux | c'est incorrecte"},

    // Spanish
    {"es", kSame, "es era sería será queda"},
    {"es", kSame, "respuesta solución contestación"},
    {"es", kSame, "correcta correcto verdadera acertada adecuada"},
    {"es", kSame, "incorrecta incorrecto falsa falso errónea erróneo equivocada descartada incorrectas falsas"},
    {"es", kSame, "elijo escojo selecciono elegiría escogería opto marco"},
    {"es", kFiller,
     "solo sólo solamente la el lo los las correcta final por tanto opción letra es mi mejor entonces claramente "
     "probablemente lo tanto debe ser"},
    {"es", kNoun, "opción respuesta letra alternativa inciso"},
    {"es", kJoin, "y o ni e u"},
    {"es", kAlso, "también"},
    {"es", kFollows, "porque ya pues y o es debido"},
    {"es", kConcludes, "entonces conclusión finalmente"},
    {"es", kNegates, "no ni nunca sin excepto sino pero ninguno ninguna que"},
    {"es", kHedges, "si quizás podría o pregunta tal"},
    {"es", kProposes, "para primero veamos"},
    {"es", kHeading, "pregunta"},
    {"es", kElse,
     "a menos que | a no ser que | salvo que | excepto si | en cuyo caso | si no | de lo contrario | en caso "
     "contrario"},
    {"es", kYes, "sí"},
    {"es", kNo, "no"},
    {"es", kEvery, "todos todas todo cada"},
    {"es", kWrong, "incorrecta descartar descartamos"},
    {"es", kTogether, "son ambas"},
    {"es", kForced, "tuviera elegir"},
    {"es", kTakes, "solo sólo solamente es queda elijo escojo marco tomo da elegimos marcamos"},
    {"es", kTowards, "con por en a hacia"},
    {"es", kStands, "cumple funciona sirve encaja"},
    {"es", kSelf, "yo mi nos nuestra quedo inclino voy llego"},
    {"es", kOthers, "muchos algunos alumnos estudiantes manual solucionario profesor colega libro mayoría amigo"},
    {"es", kReports,
     "dice dicen elige eligen responde responden piensa piensan cree creen marca marcan elegiría elegirían"},
    {"es", kConcedes, "aunque pese principio inicialmente"},
    {"es", kNone, "ninguna ninguno nada"},
    {"es", kSignsOff, "saludos atentamente abrazo"},
    {"es", kUnreal, "sería serían habría"},
    {"es", kIf, "si"},
    {"es", kCase, "en ese caso | en tal caso | con | sin | de haber | de no haber"},
    {"es", kExcept, "excepto @ | salvo @ | menos @"},
    {"es", kAnswer,
     "respuesta es @ | respuesta : @ | respuesta ~ es @ | respuesta - @ | opción correcta es @ | opción es @ | "
     "correcta es @ | alternativa correcta es @ | alternativa es @ | diría @ | diría que es @ | elijo @ | "
     "@ es respuesta | @ es la respuesta | opto por @ | @ es opción correcta | respuesta ser @ | elegimos @ | "
     "me quedo con @ | marcamos @"},
    {"es", kAssert, "@ es correcta | es (@) | queda @ | sino @"},
    {"es", kLean, "entonces @ | por lo tanto @ | respuesta @ | pero @ | así que @ | si no , @ | de lo contrario , @"},
    {"es", kDeny,
     "no es @ | no @ | ni @ | en lugar de @ | descartar @ | descartamos @ | descarto @ | eliminar @ | "
     "@ es incorrecta | @ no es | @ son incorrecta | @ queda descartada | @ se descarta | @ se descartan"},
    {"es", kSuppose, "si @ | podría ser @ | quizás @ | tal vez @ | entre @ | supongamos @ | si es @ | puede ser @"},
    {"es", kDenies, "no creo que | no pienso que | no"},
    {"es", kSupposes,
     "al principio pensé que | primero pensé que | podría pensar que | podría pensarse que | podría creer que | "
     "parecería que | parece que | si | supongamos que | "
     "quizás | tal vez | cada"},
    {"es", kDoubt,
     "perdón | error | me equivoqué | espera | en realidad | sin embargo | pero | no | corrección | mejor dicho"},
    {"es", kTakesBack, "espera , no | eso es incorrecta | no , espera | me equivoqué | estaba equivocado"},

    // Italian
    {"it", kSame, "è era sarebbe sarà rimane resta"},
    {"it", kSame, "risposta soluzione"},
    {"it", kSame, "corretta corretto giusta giusto esatta esatto"},
    {"it", kSame, "sbagliata sbagliato errata errato scorretta falsa falso esclusa"},
    {"it", kSame, "scelgo sceglierei seleziono opto"},
    {"it", kFiller,
     "solo soltanto la il lo solo soltanto corretta giusta quindi finale dunque lettera pertanto mia migliore esatta "
     "dovrebbe essere"},
    {"it", kNoun, "opzione l'opzione risposta lettera alternativa"},
    {"it", kJoin, "e o né oppure"},
    {"it", kAlso, "anche"},
    {"it", kFollows, "perché poiché dato e o è in"},
    {"it", kConcludes, "quindi conclusione infine"},
    {"it", kNegates, "non né mai senza tranne ma nessuno nessuna che"},
    {"it", kHedges, "se forse potrebbe o domanda"},
    {"it", kProposes, "per prima vediamo"},
    {"it", kElse, "a meno che | salvo che | salvo se | tranne se | nel qual caso | altrimenti | in caso contrario"},
    {"it", kYes, "sì"},
    {"it", kNo, "no"},
    {"it", kEvery, "tutti tutte tutto ogni"},
    {"it", kWrong, "sbagliata sbagliate errate false"},
    {"it", kTogether, "sono"},
    {"it", kForced, "dovessi scegliere"},
    {"it", kTakes, "solo soltanto è resta scelgo prendo indico dà segno rimane"},
    {"it", kTowards, "per su con a verso"},
    {"it", kStands, "funziona regge soddisfa vale"},
    {"it", kSelf, "io mi mia mio noi nostra scelgo arrivo"},
    {"it", kOthers, "molti alcuni studenti manuale professore collega libro amico"},
    {"it", kReports, "dice dicono sceglie scelgono risponde rispondono pensa pensano crede sceglierebbero"},
    {"it", kConcedes, "sebbene benché nonostante inizialmente pensavo credevo"},
    {"it", kNone, "nessuna nessuno niente nulla"},
    {"it", kUnreal, "sarebbe sarebbero avrebbe"},
    {"it", kCase, "in tal caso | in quel caso | in questo caso | con | senza | se"},
    {"it", kExcept, "tranne @ | eccetto @ | salvo @"},
    {"it", kAnswer,
     "risposta è @ | risposta : @ | risposta ~ è @ | risposta - @ | opzione corretta è @ | opzione è @ | "
     "l'opzione corretta è @ | l'opzione è @ | alternativa è @ | direi @ | direi che è @ | scegliamo @ | scelgo @ | "
     "@ è risposta | @ è la risposta | corretta è @ | opto per @"},
    {"it", kAssert, "@ è corretta | è (@) | resta @ | bensì @"},
    {"it", kLean, "altrimenti @ | altrimenti , @ | quindi @ | dunque @ | pertanto @ | risposta @ | ma @"},
    {"it", kDeny,
     "non è @ | non @ | né @ | invece di @ | escludere @ | escludo @ | escludiamo @ | @ è sbagliata | @ non è | "
     "@ sono sbagliate | @ va esclusa"},
    {"it", kSuppose, "se @ | potrebbe essere @ | forse @ | tra @ | supponiamo @ | se fosse @"},
    {"it", kDenies, "non credo che | non penso che | non"},
    {"it", kSupposes,
     "potrebbe pensare che | si potrebbe dire che | sembrerebbe che | sembra che | se | supponiamo che | forse | ogni"},
    {"it", kDoubt, "scusa | scusate | errore | aspetta | in realtà | tuttavia | ma | no | anzi | correzione"},
    {"it", kTakesBack, "aspetta , no | no , aspetta | è sbagliato | mi sono sbagliato"},

    // Portuguese
    {"pt", kSame, "é era seria será fica"},
    {"pt", kSame, "resposta solução gabarito"},
    {"pt", kSame, "correta correto certa certo verdadeira"},
    {"pt", kSame, "errada errado incorreta incorreto falsa falso descartada"},
    {"pt", kSame, "escolho seleciono escolheria marco"},
    {"pt", kFiller,
     "somente apenas a o as os apenas só somente correta final portanto letra então minha melhor certa deve ser "
     "claramente"},
    {"pt", kNoun, "opção alternativa resposta letra item"},
    {"pt", kJoin, "e ou nem"},
    {"pt", kAlso, "também"},
    {"pt", kFollows, "porque pois já e ou é"},
    {"pt", kConcludes, "portanto então conclusão finalmente"},
    {"pt", kNegates, "não nem nunca sem exceto mas nenhum nenhuma que"},
    {"pt", kHedges, "se talvez poderia ou pergunta"},
    {"pt", kProposes, "para primeiro vamos"},
    {"pt", kElse, "a menos que | a não ser que | salvo se | exceto se | caso em que | caso contrário | senão"},
    {"pt", kYes, "sim"},
    {"pt", kNo, "não"},
    {"pt", kEvery, "todos todas tudo cada"},
    {"pt", kWrong, "errada erradas incorretas falsas"},
    {"pt", kTogether, "são estão ambas"},
    {"pt", kForced, "tivesse escolher"},
    {"pt", kTakes, "somente apenas é resta sobra escolho marco fica dá marcamos escolhemos"},
    {"pt", kTowards, "com por em na para"},
    {"pt", kStands, "satisfaz funciona serve vale"},
    {"pt", kSelf, "eu minha meu nós nossa fico chego vou"},
    {"pt", kOthers, "muitos alguns alunos estudantes gabarito professor colega livro amigo maioria"},
    {"pt", kReports, "diz dizem escolhe escolhem responde respondem pensa pensam acha acham marcam escolheria"},
    {"pt", kConcedes, "embora apesar inicialmente"},
    {"pt", kNone, "nenhuma nenhum nada"},
    {"pt", kUnreal, "seria seriam teria marcaríamos"},
    {"pt", kCase, "nesse caso | neste caso | com | sem | se"},
    {"pt", kExcept, "exceto @ | salvo @ | menos @"},
    {"pt", kAnswer,
     "resposta é @ | resposta : @ | resposta ~ é @ | resposta - @ | opção correta é @ | opção é @ | "
     "alternativa correta é @ | alternativa é @ | letra é @ | diria @ | diria que é @ | escolho @ | @ é resposta | "
     "@ é a resposta | correta é @ | opto por @ | marcamos @ | marcaríamos @ | escolhemos @ | fico com @ | "
     "ficamos com @"},
    {"pt", kAssert, "@ é correta | é (@) | resta @ | sobra @ | mas sim @"},
    {"pt", kLean, "senão @ | caso contrário , @ | então @ | portanto @ | logo @ | resposta @ | mas @"},
    {"pt", kDeny,
     "não é @ | não @ | nem @ | em vez de @ | descartar @ | descartamos @ | eliminar @ | @ é errada | @ está errada | "
     "@ estão erradas | @ não é | @ está errado | @ está incorreta"},
    {"pt", kSuppose, "se @ | poderia ser @ | talvez @ | entre @ | pode ser @ | suponha @ | se fosse @"},
    {"pt", kDenies, "não acho que | não acredito que | não"},
    {"pt", kSupposes,
     "poderia pensar que | poderia dizer que | pareceria que | parece que | se | suponha que | talvez | cada"},
    {"pt", kDoubt, "desculpe | corrigindo | perdão | espere | na verdade | no entanto | porém | mas | não | correção"},
    {"pt", kTakesBack, "espere , não | não , espere | isso está errado | me enganei"},

    // Russian
    {"ru", kSame, "ответ решение"},
    {"ru", kSame, "является это есть будет"},
    {"ru", kSame, "правильный верный правильным верным правильно верно правилен верен верна правильная"},
    {"ru", kSame,
     "неверен неверный неправильный неправильно неверно неверна исключён исключается ошибочен неправилен неверны "
     "ложный"},
    {"ru", kSame, "выбираю выберу выбрать выбираем"},
    {"ru", kFiller,
     "только лишь только лишь правильный верный итоговый мой окончательный таким образом значит поэтому это "
     "следовательно лучший правильным верным ответом под буквой"},
    {"ru", kNoun, "вариант ответ буква опция пункт варианты варианта варианту"},
    {"ru", kJoin, "и или ни"},
    {"ru", kAlso, "также тоже"},
    {"ru", kFollows, "потому так поскольку и или является"},
    {"ru", kConcludes, "поэтому итак следовательно итого"},
    {"ru", kNegates, "не нет ни никогда без кроме но"},
    {"ru", kHedges, "если может возможно или вопрос ли"},
    {"ru", kProposes, "чтобы сначала рассмотрим"},
    {"ru", kHeading, "вопрос"},
    {"ru", kIf, "если"},
    {"ru", kElse, "если только | в противном случае | иначе | кроме случая"},
    {"ru", kYes, "да"},
    {"ru", kNo, "нет"},
    {"ru", kEvery, "все каждый"},
    {"ru", kWrong, "неверен исключаем отпадают"},
    {"ru", kTogether, "верны оба обе все"},
    {"ru", kTakes, "только лишь это выбираю остаётся остается получаем значит беру даёт отмечаю"},
    {"ru", kTowards, "на за к"},
    {"ru", kStands, "подходит верно годится"},
    {"ru", kSelf, "я мне мой мы наш выбираю останавливаюсь"},
    {"ru", kOthers, "многие некоторые студенты ученики учебник коллега учитель друг решебник большинство"},
    {"ru", kReports, "говорит говорят считает считают утверждает выбирают думают настаивает отвечают"},
    {"ru", kConcedes, "хотя несмотря сначала изначально"},
    {"ru", kNone, "ни никакой ничего"},
    {"ru", kUnreal, "бы"},
    {"ru", kCase, "в этом случае | в таком случае | с | без | при | будь"},
    {"ru", kExcept, "кроме @ | за исключением @"},
    {"ru", kAnswer,
     "ответ : @ | ответ - @ | ответ это @ | ответ является @ | ответ ~ это @ | вариант - @ | вариант : @ | "
     "вариант это @ | исправляю на @ | исправлюсь : @ | выбираю @ | @ является правильным | @ правильный ответ | "
     "правильный @ | правильно : @ | "
     "верный - @"},
    {"ru", kAssert, "@ верен | @ - правильный | остаётся @ | это @ | верный @ | @ правильный"},
    {"ru", kLean, "иначе @ | иначе - @ | поэтому @ | значит @ | следовательно @ | итак @ | ответ @ | а @ | но @"},
    {"ru", kDeny,
     "не @ | ни @ | вместо @ | исключаем @ | исключить @ | отбрасываем @ | @ неверен | @ не | @ исключаем | @ нельзя | "
     "@ отпадает | @ - неверен"},
    {"ru", kSuppose, "если @ | может быть @ | возможно @ | между @ | либо @ | предположим @ | допустим @ | почему @"},
    {"ru", kDenies, "не думаю что | не думаю , что | не считаю что"},
    {"ru", kSupposes,
     "может показаться , что | казалось бы | кажется , что | если | предположим | возможно | допустим"},
    {"ru", kDoubt,
     "ой | извините | простите | ошибся | подождите | стоп | однако | но | на самом деле | нет | исправление | точнее"},
    {"ru", kTakesBack, "подождите , нет | стоп , нет | нет , подождите | это неверно | я ошибся"},

    // Chinese, simplified and traditional
    {"zh", kFiller, "我 的 应 该 應 該 是 为 為 項 项 选 選 最 终 終 正 确 確 所 以 此 了 就 故 ： 答 案 因"},
    {"zh", kNoun, "项 項"},
    {"zh", kJoin, "和 或 与 與 及"},
    {"zh", kAlso, "也"},
    {"zh", kFollows, "因 ， 。 项 項 选 選 是 正 错 錯 不 符 为"},
    {"zh", kConcludes, "故 综 此"},
    {"zh", kNegates, "不 非 没 无 未 除 但"},
    {"zh", kHedges, "如 若 假 或 可 能 吗 否 问"},
    {"zh", kProposes, "要 首 先 让 我 为 根"},
    {"zh", kElse, "除非 | 如果 | 否则 | 否則 | 不然 | 那样的话 | 那樣的話"},
    {"zh", kEvery, "都 均 皆 全"},
    {"zh", kWrong, "错 錯 误 誤 不"},
    {"zh", kTogether, "都 均 皆 全"},
    {"zh", kIf, "若 倘"},
    {"zh", kTakes, "是 选 选 為 为 剩 择"},
    {"zh", kStands, "符 成 对 正"},
    {"zh", kSelf, "我"},
    {"zh", kConcedes, "虽"},
    {"zh", kExcept, "除了 @ | 除 @ | 除去 @"},
    {"zh", kAnswer,
     "答案 : @ | 答案是 @ | 答案为 @ | 答案為 @ | 答案】 @ | 答案 @ | 故选 @ | 故選 @ | 选择 @ | 選擇 @ | 应选 @ | "
     "應選 @ | 应该选 @ | 所以选 @ | "
     "正确选项为 @ | 正确选项是 @ | 正确的是 @ | 正確的是 @ | 正确答案 @ | 选 @ | 選 @ | 答 : @ | 最终答案 @ | "
     "正确选项 @ | 正確選項 @ | @ 是正确答案 | "
     "@ 为正确答案 | @ 是答案 | @ 是正确的 | @ 是正确选项"},
    {"zh", kAssert,
     "只有 @ | 只剩下 @ | 只剩 @ | 剩下 @ | @ 都正确 | @ 均正确 | @ 都对 | @ 正确 | @ 正確 | @ 选项正确 | @ 選項正確 | "
     "@ 项正确 | @ 項正確 | @ 符合题意 | "
     "@ 符合 | @ 对 | 应为 @ | 应该是 @ | @ 选项符合 | @ 项符合 | @ 选项最 | @ 项最 | @ 最能 | @ 最符合 | @ 最合理 | @ "
     "最恰当 | @ 最合适"},
    {"zh", kLean, "否则 @ | 否則 @ | 选项 @ | 選項 @ | 所以 @ | 因此 @ | 故 @ | 则 @ | 而是 @"},
    {"zh", kDeny,
     "不是 @ | 不选 @ | 不選 @ | 排除 @ | 排除选项 @ | 非 @ | 不可能是 @ | @ 错误 | @ 錯誤 | @ 错 | @ 不正确 | @ "
     "不正確 | @ 不对 | @ 不符合 | @ 不符 | "
     "@ 不 | @ 选项错误 | @ 選項錯誤 | @ 项错误 | @ 項錯誤 | @ 选项不 | @ 项不 | @ 可排除 | @ 排除 | @ 被排除 | @ "
     "是错误 | @ 是错的 | @ 有误 | 不能选 @ | "
     "不应选 @"},
    {"zh", kSuppose,
     "的人选 @ | 会选 @ | 如果 @ | 如果选 @ | 如果是 @ | 若 @ | 若选 @ | 若答案是 @ | 如果答案是 @ | 假设 @ | 可能是 @ "
     "| 也许 @ | 是不是 @ | 假如 @ | "
     "还是 @ | 可能选 @ | 假设答案是 @ | 也许是 @ | 分析 @ | 考虑 @"},
    {"zh", kDenies, "不认为 | 不認為 | 不觉得"},
    {"zh", kSupposes, "如果 | 若 | 假设 | 有人认为 | 可能 | 也许"},
    {"zh", kDoubt, "等等 | 等一下 | 不过 | 但是 | 但 | 其实 | 更正 | 不对 | 然而"},
    {"zh", kTakesBack, "等等，不对 | 等等 , 不对 | 等等不对 | 不对 , | 我错了 | 更正 | 说错了"},

    // Japanese
    {"ja", kFiller, "は が の を 私 最 終 的 な 選 択 肢 番"},
    {"ja", kNoun, "選択肢"},
    {"ja", kJoin, "と か"},
    {"ja", kFollows, "で で す だ と が は を の な"},
    {"ja", kNegates, "ない ず"},
    {"ja", kHedges, "も か"},
    {"ja", kElse, "ただし | 場合は | 場合には | そうでなければ | さもなければ"},
    {"ja", kEvery, "す べ て 全"},
    {"ja", kWrong, "誤 間"},
    {"ja", kTakes, "は"},
    {"ja", kStands, "で だ に と が"},
    {"ja", kExcept, "@ 以外 | @ を除"},
    {"ja", kAnswer,
     "@ に戻し | @ に戻 | 答えは @ | 答え : @ | 答えは 、 @ | 正解は @ | 正解 : @ | 正答は @ | 正答 : @ | 回答は @ | "
     "回答 : @ | 解答は @ | "
     "解答 : @ | @ が正解 | @ が答え | "
     "@ が正しい | @ を選び | @ を選択 | @ が正答 | @ が最も適切 | 正しいのは @ | 正解 @"},
    {"ja", kAssert,
     "@ は正しい | 残るのは @ | @ を選ぶ | @ を選び | @ を選択 | @ になる | @ になり | 残りは @ | @ です | @ である | "
     "@ となる | @ となります | @ だ | @ が適切"},
    {"ja", kLean, "ので @ | よって @ | したがって @ | ゆえに @ | だから @"},
    {"ja", kDeny,
     "@ ではない | @ ではあり | @ ではなく | @ じゃない | @ は誤り | @ は間違い | @ は不適 | @ は正しくない | @ "
     "は正しくあり | @ は除外 | @ は不正解 | @ は違 | "
     "@ でない | @ が誤り | @ は当てはまら"},
    {"ja", kSuppose,
     "もし @ | 仮に @ | れば @ | @ だと思っ | @ だと考え | @ と思っ | @ と考え | @ かもしれ | @ ですか | @ でしょうか "
     "| @ の可能性 | @ だと仮定 | おそらく @ か | "
     "@ なら | @ だとすると | @ であれば"},
    {"ja", kDoubt, "が 、 | けど | ものの | 待って | いや | しかし | 実は | 訂正 | やはり"},
    {"ja", kTakesBack, "いや、違 | いや , 違 | 訂正 | 間違えました | 待って、違"},

    // Korean
    {"ko", kFiller, "은 는 이 가 최 종 적 인 옳 올 바 른 번 보 기 선 택 지"},
    {"ko", kNoun, "선택지 보기 옵션"},
    {"ko", kJoin, "와 과 또 는"},
    {"ko", kFollows, "입 이 가 는 은 을 를 번 다 라 로"},
    {"ko", kNegates, "아 안 못 않"},
    {"ko", kHedges, "만 나 까"},
    {"ko", kElse, "단 , | 경우에는 | 경우는 | 그렇지 않으면 | 그렇지않으면"},
    {"ko", kEvery, "모 두 전 부"},
    {"ko", kWrong, "틀 오 잘 못"},
    {"ko", kTakes, "은 는 로"},
    {"ko", kStands, "입 이 다 가 로"},
    {"ko", kExcept, "@ 를제외하 | @ 을제외하 | @ 이외 | @ 외에"},
    {"ko", kAnswer,
     "정답은 @ | 정답 : @ | 답은 @ | 답 : @ | 답변 : @ | 답변은 @ | 정답 @ | @ 가정답 | @ 이정답 | @ 가답 | @ 이답 | @ "
     "를선택 | @ 을선택 | @ 를고르 | "
     "@ 을고르 | @ 가맞 | @ 이맞 | @ 가옳 | @ 이옳 | @ 번이정답"},
    {"ko", kAssert,
     "@ 뿐 | @ 가남 | @ 이남 | @ 만남 | @ 만남 | @ 입니다 | @ 이다 | @ 가올바 | @ 이올바 | @ 는맞 | @ 는옳"},
    {"ko", kLean, "따라서 @ | 그러므로 @"},
    {"ko", kDeny,
     "@ 라고생각하지않 | @ 라고보지않 | @ 이라고생각하지않 | @ 이라고보지않 | @ 가아니 | @ 이아니 | @ 는아니 | @ "
     "은아니 | @ 가아닙 | @ 이아닙 | @ 는아닙 | @ 은아닙 | "
     "@ 는틀 | @ 은틀 | @ 가틀 | @ 이틀 | @ 는제외 | @ 는오답 | @ 은오답 | @ 는잘못 | @ 는옳지 | @ 는맞지 | @ 을제외 | "
     "@ 를제외 | @ 는정답이아니"},
    {"ko", kSuppose, "만약 @ | 만일 @ | @ 일수도 | @ 라면 | @ 이라면 | @ 인가요 | @ 일까요 | 아마 @"},
    {"ko", kSupposes, "라면 | 다면 | 으면"},
    {"ko", kDoubt, "지만 | 으나 | 잠깐 | 잠시만 | 아니 | 그러나 | 하지만 | 사실 | 정정"},
    {"ko", kTakesBack, "아니 , | 잠깐 , 아니 | 정정 | 틀렸습니다 ."},

    // Arabic
    {"ar", kSame, "هي هو تكون يكون فهي فهو"},
    {"ar", kSame, "الإجابة الجواب إجابة جواب الاجابة الإجابه والإجابة فالإجابة"},
    {"ar", kSame, "الصحيحة الصحيح صحيحة صحيح صحيحا"},
    {"ar", kSame, "خطأ خاطئ خاطئة غير مستبعد مستبعدة"},
    {"ar", kFiller, "الصحيحة الصحيح النهائية إذن لذلك لذا الأفضل بالتالي هي هو"},
    {"ar", kNoun, "الخيار خيار الحرف الاختيار"},
    {"ar", kJoin, "و أو"},
    {"ar", kFollows, "لأن لأنه لأنها و أو هي هو وذلك بل"},
    {"ar", kConcludes, "إذن لذلك لذا"},
    {"ar", kNegates, "ليس ليست لا غير لم لن باستثناء لكن"},
    {"ar", kHedges, "إذا ربما قد أو هل لو"},
    {"ar", kElse, "إلا إذا | ما لم | وإلا"},
    {"ar", kYes, "نعم"},
    {"ar", kNo, "لا"},
    {"ar", kEvery, "كل جميع كافة"},
    {"ar", kWrong, "خطأ"},
    {"ar", kIf, "لو إذا"},
    {"ar", kCase, "في هذه الحالة | في تلك الحالة | مع | بدون"},
    {"ar", kTakes, "هي هو فيبقى يبقى أختار نختار"},
    {"ar", kSelf, "أنا"},
    {"ar", kOthers, "البعض كثير الطلاب زميلي المعلم الكتاب"},
    {"ar", kConcedes, "رغم البداية"},
    {"ar", kUnreal, "ستكون سيكون لكانت لكان"},
    {"ar", kExcept, "ما عدا @ | باستثناء @ | عدا @ | سوى @ | إلا @"},
    {"ar", kAnswer,
     "الإجابة هي @ | الإجابة : @ | الإجابة ~ هي @ | الإجابة - @ | الخيار الصحيح هو @ | الخيار هو @ | أختار @ | "
     "اختر @ | @ هي الإجابة | @ هو الإجابة | @ هو الخيار الصحيح | الحل : @"},
    {"ar", kAssert, "@ صحيح | @ هو الصحيح | يبقى @ | الصحيح هو @"},
    {"ar", kLean, "إذن @ | لذلك @ | الإجابة @ | بل @"},
    {"ar", kDeny,
     "ليست @ | ليس @ | لا @ | غير @ | نستبعد @ | @ خطأ | @ ليس | @ ليست | @ هو خطأ | @ لا يمكن | @ غير صحيح"},
    {"ar", kSuppose,
     "إذا كانت @ | إذا كان @ | إذا @ | ربما @ | قد تكون @ | قد يكون @ | بين @ | لو كانت @ | هل @ | لنفترض @"},
    {"ar", kDenies, "لا أعتقد أن"},
    {"ar", kSupposes, "إذا كانت | إذا كان | إذا | هل | ربما | لو كانت | قد تكون"},
    {"ar", kSame, "يبقى ويبقى فيبقى"},
    {"ar", kDoubt, "أما | عفوا | أخطأت | لكنه | لكنها | ولكن | انتظر | لكن | في الواقع | تصحيح | كلا"},
    {"ar", kTakesBack, "لا ، عذرا | عذرا ، تسرعت | انتظر ، لا | هذا خطأ | كلا ،"},

    // Hindi
    {"hi", kSame, "है हैं होगा होगी था"},
    {"hi", kSame, "उत्तर जवाब हल"},
    {"hi", kSame, "सही ठीक"},
    {"hi", kSame, "गलत ग़लत असत्य"},
    {"hi", kFiller, "सही अंतिम इसलिए अतः मेरा यह का"},
    {"hi", kNoun, "विकल्प उत्तर"},
    {"hi", kJoin, "और या"},
    {"hi", kFollows, "क्योंकि है हैं और या सही होगा"},
    {"hi", kConcludes, "इसलिए अतः"},
    {"hi", kNegates, "नहीं न मत बिना लेकिन"},
    {"hi", kHedges, "यदि अगर शायद या क्या"},
    {"hi", kElse, "जब तक | अन्यथा | वरना | नहीं तो"},
    {"hi", kYes, "हाँ"},
    {"hi", kNo, "नहीं"},
    {"hi", kEvery, "सभी सब"},
    {"hi", kWrong, "गलत"},
    {"hi", kIf, "यदि अगर"},
    {"hi", kCase, "उस स्थिति में | ऐसे में"},
    {"hi", kTakes, "केवल उत्तर विकल्प सिर्फ"},
    {"hi", kStands, "है बचता बचती सही"},
    {"hi", kOthers, "लोग छात्र कई शिक्षक किताब दोस्त"},
    {"hi", kConcedes, "हालाँकि पहले यद्यपि"},
    {"hi", kUnreal, "होता होती"},
    {"hi", kExcept, "@ को छोड़कर | @ के अलावा | @ के सिवा"},
    {"hi", kAnswer,
     "उत्तर है : @ | उत्तर : @ | उत्तर है @ | उत्तर @ है | उत्तर - @ | विकल्प है @ | सही विकल्प @ है | सही विकल्प @ | "
     "सही उत्तर @ | @ सही उत्तर है | @ उत्तर है | मैं @ चुनूँगा | मैं @ चुनूँगी | @ चुनूँगा | मैं @ चुनता | @ चुनता | "
     "@ चुनती | सही विकल्प : @"},
    {"hi", kAssert, "@ बचता | @ बचती | @ सही है | @ है सही | नहीं , @ है"},
    {"hi", kLean, "बल्कि @ | इसलिए @ | अतः @ | उत्तर @"},
    {"hi", kDeny, "@ नहीं | @ गलत है | @ सही नहीं | @ गलत | न @"},
    {"hi", kSuppose, "यदि @ | अगर @ | शायद @ | क्या @ | मान लीजिए @ | @ हो सकता"},
    {"hi", kSupposes, "यदि | अगर | शायद | मान लीजिए | क्या"},
    {"hi", kDenies, "मुझे नहीं लगता कि | नहीं लगता कि | नहीं लगता है कि | नहीं मानता कि"},
    {"hi", kDoubt, "परंतु | मगर | माफ़ कीजिए | रुकिए | लेकिन | वास्तव में | सुधार"},
    {"hi", kTakesBack, "रुकिए , नहीं | यह गलत है"},
});

}  // namespace

std::span<const FrameRow> frame_rows() { return kRows; }

}  // namespace brink::robust
