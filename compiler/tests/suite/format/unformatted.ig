

///   Text that nobody has formatted: what each rule of the formatter does.


/// Documentation of an item,
/// kept as it is.
param   source:node=0 ;// behind a declaration


// before a declaration
node level :u32 = MAX  ; node a_property_with_a_long_name: u32 = an_initial_value + another_initial_value * 3u32;
edge weight:u32;global mask : u64=0xff_ff<<  3;
worklist near,far;
output level, a_property_with_a_long_name, another_property, a_third_property, a_fourth_property, a_fifth;

fn find( n:node ,)->node{return n;}
fn many_parameters(first_parameter: node, second_parameter: node, third_parameter: u32, fourth: u32) -> node {

    return first_parameter;

}
fn climb(node parent:node,edge w : u32,global g:u64, u:node){}
kernel   empty( ){}
kernel just_a_comment() { // behind a brace

    // alone

}

kernel visit(depth:u32)
{
forall u in worklist where u.level<depth&&!u.decided { forall e in u.out { push e.dst;push near u; } }
    forall u in nodes where u.level_of_the_last_round < depth && !u.decided_in_the_last_round && u.degree > 0 {
        retry;
    }


    if -x*- 3+(a+b) as u64==~c{a min=-1;b+=1;min min=max;}
    else
    if a_long_condition(first_argument, second_argument) || another_long_condition(first_argument) && third {
        // Blank lines between statements stay, one at most.
        let old=atomic_min( e.dst.dist,far , );



        let chosen: u32 = select(atomic_max(a_long_place.a_long_property, another_value) > 7, first, second);
        let sum_of_products = first_factor * second_factor + third_factor * fourth_factor - fifth_factor % sixth;
        place.property = a_function_with_a_long_name(first_argument_of_several, second_argument_of_several, f(x), (a + b) * 2);
    } // behind a block
    else { break; }
    exclusive(u , v ,) { }
    exclusive ( u ){push u;}else { retry ; }
    while (a_first_condition_of_some_length || a_second_condition_of_some_length) && (a_third_condition || fourth) { continue; }
    { let inner=1; }
    for i in a_first_bound_that_is_long + 1..a_second_bound_that_is_long - a_third_bound_that_is_long + 2 { }
    f(a, // why a
      b // why b
      );
    f(
        // only words
    );
    let y = // behind an operator
        3
        // before an operator
        + 4 // behind an operand
        ;
}
main { once   pipe near nodes { visit(1);} iterate { visit(2);
} while   changed ; pipe [ source,other , ]{} swap a,b; }
check bfs(level , source) ;
// at the end

use   ./lib.ig ;
use ../more/lib.ig :: f;
fn several( a:u32 )->( u32,bool , f32 ){
let( x,y : u32 ,_ )=several( a ) ;
let (first_local_of_several, second_local_of_several: u32, third_local_of_several) = several(a);
if a==1 { return(a,true,1.0) ; }
return (a_value_that_is_long + another_value_that_is_long, a_call_of_a_function(a, b), the_third_value);
}
fn many() -> (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32) {
return( a+b )*2;
}
